// A recording that is listened to: what it does now, read from the audio element whenever that tells of a change.
import { type RefObject, useEffect, useState } from "react";

const SLOWLY = 0.75; // of the speed it was spoken at

const EVENTS = [
  "onPlay",
  "onPause",
  "onEnded",
  "onTimeUpdate",
  "onDurationChange",
  "onRateChange",
] as const;

const still = { playing: false, failed: false, slow: false, at: 0, length: 0 };

export function usePlayer(audio: RefObject<HTMLAudioElement | null>) {
  const [state, setState] = useState(still);

  function look() {
    if (!audio.current) return;
    const { paused, ended, error, currentTime, duration, playbackRate } = audio.current;
    setState({
      playing: !paused && !ended,
      failed: Boolean(error),
      slow: playbackRate < 1,
      at: currentTime,
      length: Number.isFinite(duration) ? duration : 0,
    });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once: what it told before this page was taken over
  useEffect(look, []);

  function toggle() {
    if (audio.current?.paused) playAlone(audio.current).catch(look);
    else audio.current?.pause();
  }
  function seek(to: number) {
    if (audio.current) audio.current.currentTime = to;
    look();
  }
  function slowDown() {
    if (!audio.current) return;
    const rate = audio.current.playbackRate < 1 ? 1 : SLOWLY;
    audio.current.defaultPlaybackRate = rate;
    audio.current.playbackRate = rate;
  }
  function retry() {
    audio.current?.load();
    look();
  }
  const told = Object.fromEntries(EVENTS.map((event) => [event, look]));
  return { ...state, told, look, toggle, seek, slowDown, retry };
}

/** Only one is heard at a time. */
function playAlone(recording: HTMLAudioElement): Promise<void> {
  for (const other of document.querySelectorAll("audio")) if (other !== recording) other.pause();
  return recording.play();
}
