import type { LegalText } from "../text";

export const privacy: LegalText = {
  title: "Confidentialité",
  lead: "Ce que l’école garde sur vous, pourquoi, combien de temps, et ce que vous pouvez en faire.",
  sections: [
    {
      title: "En bref",
      blocks: [
        "L’école, responsable du traitement, ne demande que ce qu’il faut pour vous inscrire, vous faire cours et vous répondre. Rien n’est vendu ni cédé. Le site ne mesure pas votre audience, ne montre pas de publicité et ne vous suit pas ailleurs.",
      ],
    },
    {
      title: "Ce qui est enregistré, et pourquoi",
      blocks: [
        [
          "Votre compte : prénom, nom, adresse e-mail, téléphone, pays, date de naissance, langue et taille de texte choisies. Le mot de passe n’est gardé que sous une forme dont on ne peut pas le retrouver. Fondement : le contrat qui vous lie à l’école.",
          "Vos réservations : le cours et les modules choisis, les dates, la personne qui apprend quand ce n’est pas vous, les montants et la référence du paiement. Fondement : le contrat, puis les obligations comptables.",
          "Votre progression : les leçons vues et les modules terminés, pour que vous repreniez où vous en étiez. Fondement : le contrat.",
          "Vos tests de niveau et vos quiz : les questions posées, vos réponses, le temps de chacune et le résultat. Avec un compte, pour que vous puissiez reprendre un test et le retrouver ; sans compte, aucun nom n’est enregistré. Les réponses servent aussi à mesurer la difficulté des questions. Fondement : votre demande, puis l’intérêt légitime de poser de bonnes questions.",
          "Vos cartes de révision : les questions de quiz que vous avez manquées, les mots que vous retenez et ce que vous en notez, et chacune de vos réponses avec son heure, pour qu’une carte revienne au bon moment. Personne d’autre que vous ne les voit ; l’école lit seulement combien d’élèves manquent une question, quand trois au moins y ont répondu. Fondement : le contrat.",
          "Votre présence aux séances, telle que le professeur la note ou que votre téléphone l’annonce : elle prouve les heures suivies. Fondement : le contrat.",
          "Votre note sur ce qui vous aide en classe, si vous en écrivez une. Fondement : votre accord, que vous retirez en la supprimant.",
          "Les adresses par lesquelles votre agenda lit vos séances, sous une forme dont on ne peut pas les retrouver, et le jour de la dernière lecture. Fondement : votre demande.",
          "Vos places sur les listes d’attente : le prénom et l’adresse e-mail donnés, le cours choisi et votre rang, pour vous proposer une place qui se libère. Fondement : votre demande.",
          "Vos attestations : votre nom, le cours, le niveau, les heures et les dates. Leur code signé dit la même chose : qui le tient de vous peut vérifier l’attestation, sans que l’école garde trace de cette vérification. Fondement : le contrat.",
          "Vos messages : nom, adresse e-mail et texte, avec le professeur ou le créneau que vous indiquez, pour vous répondre. Fondement : votre demande et l’accord que vous donnez en l’envoyant.",
          "Vos témoignages, si vous en écrivez : ils paraissent, une fois relus, avec votre prénom et l’initiale de votre nom.",
          "Vos connexions : le navigateur, l’adresse réseau, la date et la durée de chaque session, pour que vous puissiez les voir et les fermer. Les tentatives de connexion et d’envoi sont comptées par adresse réseau, le temps d’empêcher les abus. Fondement : l’intérêt légitime de protéger les comptes.",
        ],
        "Les numéros de carte ne sont ni enregistrés ni journalisés par l’école : le prestataire de paiement les traite.",
      ],
    },
    {
      title: "Combien de temps",
      blocks: [
        [
          "Le compte et la progression : jusqu’à ce que vous supprimiez le compte.",
          "Les tests de niveau et les quiz : votre nom en est retiré après vingt-quatre mois, ou avec le compte. Les réponses restent, sans nom.",
          "Les cartes de révision : effacées avec le compte, ou vingt-quatre mois après la fin de votre dernier accès à un cours.",
          "Les attestations : votre nom en est effacé avec le compte ; un code que vous avez transmis le porte toujours.",
          "Les informations saisies pour une réservation qui n’aboutit pas : effacées vingt-quatre heures après la fin du délai de paiement.",
          "Les réservations payées et les pièces comptables : dix ans, comme la loi le demande, même après la suppression du compte.",
          "Les sessions terminées et les liens envoyés par e-mail : trente jours après leur fin.",
          "Les messages : le temps de l’échange. Ceux qui portent l’adresse vérifiée de votre compte partent avec lui.",
          "Les messages à votre classe : douze mois après la fin du dernier accès au cours ; sans le nom de leur auteur dès que son compte est supprimé.",
          "Les présences : elles restent comme preuve des heures suivies ; votre nom en est effacé avec le compte. Le motif d’une correction est effacé avec le compte, au plus tard après cinq ans.",
          "La note sur ce qui vous aide en classe : jusqu’à ce que vous la supprimiez, avec le compte, ou douze mois après la fin de votre dernier accès à un cours.",
          "Les adresses d’agenda : jusqu’à ce que vous les révoquiez, avec le compte, ou après quatre cents jours sans lecture.",
          "Les listes d’attente : une adresse que personne n’a confirmée, sept jours ; votre nom et votre adresse, quatre-vingt-dix jours après que vous n’attendez plus.",
        ],
        "Supprimer votre compte efface votre nom, votre adresse et vos coordonnées ; vos témoignages sont alors signés « Ancien élève ».",
      ],
    },
    {
      title: "Qui y a accès",
      blocks: [
        [
          "À l’école : l’administration, pour les comptes et les réservations ; l’équipe pédagogique, pour les contenus, les messages, les présences et les noms des listes de classe ; l’administration et votre professeur actuel, pour la note sur ce qui vous aide en classe ; l’équipe pédagogique, pour vos tests de niveau et vos quiz, et votre professeur actuel, pour vos tests de niveau.",
          "Le prestataire de paiement, quand vous payez par carte, et le service qui transporte les e-mails de l’école.",
          "Google, seulement si l’école propose ce mode de connexion et que vous ouvrez la fenêtre de connexion.",
        ],
        "Pour une personne que vous inscrivez, nous gardons ce que vous indiquez et nous la prévenons par e-mail une fois la réservation confirmée.",
      ],
    },
    {
      title: "Ce que garde votre navigateur",
      blocks: [
        "Votre session, la langue et la taille du texte ; jusqu’à la fermeture de l’onglet, ce que vous avez commencé à écrire ; et, jusqu’à leur envoi ou votre déconnexion, vos réponses de révision que le réseau n’a pas encore portées. C’est nécessaire au service que vous demandez : aucun traceur n’est déposé, et il n’y a donc pas de bandeau à accepter.",
      ],
    },
    {
      title: "Vos droits",
      blocks: [
        "Vous pouvez consulter vos données, les corriger, en recevoir une copie, les faire effacer, en limiter l’usage ou vous y opposer, et revenir sur un accord donné. Votre profil permet de le faire en grande partie vous-même ; pour le reste, écrivez-nous. Si la réponse ne vous convient pas, vous pouvez saisir la CNIL, sur cnil.fr.",
      ],
    },
  ],
};

export const accessibility: LegalText = {
  title: "Accessibilité",
  lead: "Le site doit servir à chacun, au clavier, au doigt, à la voix ou avec un lecteur d’écran.",
  sections: [
    {
      title: "Où nous en sommes",
      blocks: [
        "Nous visons le niveau AA des règles WCAG 2.2, sur lesquelles repose le référentiel français (RGAA). Le site n’a pas encore été audité par un organisme indépendant : nous ne déclarons donc pas de conformité totale.",
      ],
    },
    {
      title: "Ce qui est vérifié",
      blocks: [
        "À chaque version, des contrôles automatiques parcourent les pages et les fenêtres dans les quatre langues, sur grand écran et sur téléphone. Sont aussi vérifiés :",
        [
          "tout s’atteint et se commande au clavier, et ce qui a le focus se voit ;",
          "chaque champ a son libellé, chaque erreur est reliée à son champ ;",
          "rien ne se perd avec un texte deux fois plus grand ou un écran large de 320 pixels ;",
          "les mouvements s’arrêtent quand votre appareil le demande ;",
          "chaque état est dit par un mot, jamais par la seule couleur.",
        ],
        "La langue du site et la taille du texte se choisissent dans les réglages d’affichage.",
      ],
    },
    {
      title: "Ce que nous savons imparfait",
      blocks: [
        [
          "Les contenus de l’école (cours, questions, témoignages) sont écrits en français et ne sont pas traduits ; leur langue est indiquée aux lecteurs d’écran.",
          "Les contrôles automatiques ne voient pas tout, et le site n’a pas encore été éprouvé par un large groupe de personnes qui utilisent des aides techniques.",
        ],
      ],
    },
    {
      title: "Un obstacle ? Dites-le-nous",
      blocks: [
        "Écrivez-nous en décrivant la page et ce qui vous arrête : nous vous donnerons l’information autrement et nous corrigerons. Sans réponse satisfaisante, vous pouvez saisir le Défenseur des droits, sur defenseurdesdroits.fr.",
      ],
    },
  ],
};
