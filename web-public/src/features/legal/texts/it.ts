import type { LegalText } from "../text";

export const privacy: LegalText = {
  title: "Privacy",
  lead: "Che cosa la scuola conserva su di lei, perché, per quanto tempo e che cosa può farne.",
  sections: [
    {
      title: "In breve",
      blocks: [
        "La scuola, titolare del trattamento, chiede soltanto ciò che serve per iscriverla, farle lezione e risponderle. Nulla viene venduto o ceduto. Il sito non misura le visite, non mostra pubblicità e non la segue altrove.",
      ],
    },
    {
      title: "Che cosa viene registrato, e perché",
      blocks: [
        [
          "Il suo account: nome, cognome, indirizzo e-mail, telefono, paese, data di nascita, lingua e dimensione del testo scelte. La password è conservata solo in una forma da cui non si può ricavare. Base: il contratto con la scuola.",
          "Le sue prenotazioni: il corso e i moduli scelti, le date, la persona che impara quando non è lei, gli importi e il riferimento del pagamento. Base: il contratto, poi gli obblighi contabili.",
          "I suoi progressi: le lezioni viste e i moduli completati, per riprendere dal punto raggiunto. Base: il contratto.",
          "I suoi test di livello e i suoi quiz: le domande poste, le sue risposte, il tempo di ciascuna e il risultato. Con un account, perché possa riprendere un test e ritrovarlo; senza account non viene registrato alcun nome. Le risposte servono anche a misurare la difficoltà delle domande. Base: la sua richiesta, poi l’interesse legittimo a porre buone domande.",
          "Le sue carte di ripasso: le domande dei quiz che ha sbagliato, le parole che tiene a mente e ciò che ne annota, e ogni sua risposta con l’ora, perché una carta torni al momento giusto. Le vede solo lei; la scuola legge soltanto quanti allievi sbagliano una domanda, quando almeno tre hanno risposto. Base: il contratto.",
          "Le sue presenze alle lezioni in calendario, come le registra l’insegnante o le annuncia il suo telefono: provano le ore seguite. Base: il contratto.",
          "La sua nota su che cosa la aiuta in classe, se ne scrive una. Base: il suo consenso, che revoca eliminandola.",
          "Gli indirizzi con cui il suo calendario legge le sue lezioni, in una forma da cui non si possono ricavare, e il giorno dell’ultima lettura. Base: la sua richiesta.",
          "I suoi posti nelle liste d’attesa: il nome e l’indirizzo e-mail indicati, il corso scelto e la sua posizione, per proporle un posto che si libera. Base: la sua richiesta.",
          "I suoi attestati: il nome, il corso, il livello, le ore e le date. Il loro codice firmato dice lo stesso: chi lo riceve da lei può verificare l’attestato, senza che la scuola ne conservi traccia. Base: il contratto.",
          "I suoi messaggi: nome, indirizzo e-mail e testo, con l’insegnante o l’orario che indica, per risponderle. Base: la sua richiesta e il consenso che dà inviandola.",
          "Le sue recensioni, se ne scrive: una volta rilette appaiono con il nome e l’iniziale del cognome.",
          "I suoi accessi: il browser, l’indirizzo di rete, la data e la durata di ogni sessione, perché possa vederle e chiuderle. I tentativi di accesso e di invio sono contati per indirizzo di rete, il tempo necessario a impedire gli abusi. Base: il legittimo interesse a proteggere gli account.",
        ],
        "I numeri di carta non sono né conservati né registrati dalla scuola: li tratta il fornitore dei pagamenti.",
      ],
    },
    {
      title: "Per quanto tempo",
      blocks: [
        [
          "Account e progressi: fino a quando elimina l’account.",
          "I test di livello e i quiz: il suo nome ne viene tolto dopo ventiquattro mesi, o con l’account. Le risposte restano, senza nome.",
          "Le carte di ripasso: cancellate con l’account, o ventiquattro mesi dopo la fine del suo ultimo accesso a un corso.",
          "Gli attestati: il suo nome viene cancellato con l’account; un codice che ha trasmesso lo porta ancora.",
          "I dati inseriti per una prenotazione non conclusa: cancellati ventiquattro ore dopo la fine del tempo per pagare.",
          "Prenotazioni pagate e documenti contabili: dieci anni, come chiede la legge francese, anche dopo l’eliminazione dell’account.",
          "Sessioni terminate e link inviati per e-mail: trenta giorni dopo la loro fine.",
          "Messaggi: il tempo dello scambio. Quelli con l’indirizzo verificato del suo account vengono cancellati con esso.",
          "Messaggi alla sua classe: dodici mesi dopo la fine dell’ultimo accesso al corso; senza il nome di chi li ha scritti dopo l’eliminazione del suo account.",
          "Le presenze: restano come prova delle ore seguite; il suo nome viene cancellato con l’account. Il motivo di una correzione viene cancellato con l’account, al più tardi dopo cinque anni.",
          "La nota su che cosa la aiuta in classe: fino a quando la elimina, con l’account, o dodici mesi dopo la fine del suo ultimo accesso a un corso.",
          "Gli indirizzi di calendario: fino a quando li revoca, con l’account, o dopo quattrocento giorni senza letture.",
          "Le liste d’attesa: un indirizzo che nessuno ha confermato, sette giorni; il suo nome e il suo indirizzo, novanta giorni dopo che non è più in attesa.",
        ],
        "Eliminare l’account cancella nome, indirizzo e recapiti; le recensioni sono allora firmate «Ancien élève» (ex allievo).",
      ],
    },
    {
      title: "Chi vi ha accesso",
      blocks: [
        [
          "Nella scuola: l’amministrazione, per gli account e le prenotazioni; gli insegnanti, per i contenuti, i messaggi, le presenze e i nomi degli elenchi di classe; l’amministrazione e il suo insegnante attuale, per la nota su che cosa la aiuta in classe; l’équipe didattica, per i suoi test di livello e i suoi quiz, e il suo insegnante attuale, per i suoi test di livello.",
          "Il fornitore dei pagamenti, quando paga con la carta, e il servizio che trasporta le e-mail della scuola.",
          "Google, soltanto se la scuola propone questo modo di accedere e lei apre la finestra di accesso.",
        ],
        "Per una persona che iscrive, conserviamo ciò che lei indica e la avvisiamo per e-mail una volta confermata la prenotazione.",
      ],
    },
    {
      title: "Che cosa conserva il suo browser",
      blocks: [
        "La sessione, la lingua e la dimensione del testo; fino alla chiusura della scheda, ciò che ha cominciato a scrivere; e, fino al loro invio o alla sua disconnessione, le risposte del ripasso che la rete non ha ancora portato. È necessario al servizio che chiede: non ci sono traccianti, e quindi nessun avviso da accettare.",
      ],
    },
    {
      title: "I suoi diritti",
      blocks: [
        "Può consultare i suoi dati, correggerli, riceverne una copia, farli cancellare, limitarne l’uso o opporsi, e ritirare un consenso. Il profilo le permette di farlo in gran parte da sé; per il resto, ci scriva. Se la risposta non la soddisfa, può rivolgersi all’autorità francese, la CNIL, su cnil.fr.",
      ],
    },
  ],
};

export const accessibility: LegalText = {
  title: "Accessibilità",
  lead: "Il sito deve servire a tutti, con la tastiera, il dito, la voce o un lettore di schermo.",
  sections: [
    {
      title: "A che punto siamo",
      blocks: [
        "Puntiamo al livello AA delle regole WCAG 2.2, su cui si basa il riferimento francese (RGAA). Il sito non è ancora stato verificato da un ente indipendente: non dichiariamo quindi una conformità totale.",
      ],
    },
    {
      title: "Che cosa viene verificato",
      blocks: [
        "A ogni versione, controlli automatici percorrono le pagine e le finestre nelle quattro lingue, su schermi grandi e sul telefono. Verifichiamo anche che:",
        [
          "tutto si raggiunga e si comandi con la tastiera, e l’elemento attivo sia sempre visibile;",
          "ogni campo abbia la sua etichetta e ogni errore sia legato al suo campo;",
          "nulla si perda con un testo grande il doppio o uno schermo largo 320 pixel;",
          "i movimenti si fermino quando il suo dispositivo lo chiede;",
          "ogni stato sia detto da una parola, mai dal solo colore.",
        ],
        "La lingua del sito e la dimensione del testo si scelgono nelle impostazioni di visualizzazione.",
      ],
    },
    {
      title: "Che cosa sappiamo imperfetto",
      blocks: [
        [
          "I contenuti della scuola (corsi, domande, recensioni) sono scritti in francese e non sono tradotti; la loro lingua è indicata ai lettori di schermo.",
          "I controlli automatici non vedono tutto, e il sito non è ancora stato provato da un ampio gruppo di persone che usano tecnologie assistive.",
        ],
      ],
    },
    {
      title: "Un ostacolo? Ce lo dica",
      blocks: [
        "Ci scriva descrivendo la pagina e ciò che la ferma: le daremo l’informazione in un altro modo e correggeremo. Se la risposta non la soddisfa, può rivolgersi al Défenseur des droits, su defenseurdesdroits.fr.",
      ],
    },
  ],
};
