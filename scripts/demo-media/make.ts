// Makes what the demo school lets hear and see: the recordings of the level test, and for one lesson of each language
// a film with its captions and a sheet of paper. `script.json` says who speaks what; README.md what must be installed.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { type Page, chromium } from "playwright-core";
import { paper } from "./paper.ts";
import { type Film, type Line, type Span, SIZE, scene } from "./scene.ts";

const [voices, ...only] = process.argv.slice(2);
const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));
const assets = `${root}web-public/public/assets`;
const script = JSON.parse(readFileSync(`${here}script.json`, "utf8")) as {
  audio: Record<string, string[]>;
  films: Record<string, Film>;
};
const FRAMES = 25; // a second
const TITLE = 2.2; // seconds before the first line
const REPEAT = 1.5; // seconds after a line, to say it too
const END = 1;

const wanted = (name: string) => only.length === 0 || only.includes(name);
const ffmpeg = (...args: string[]) => execFileSync("ffmpeg", ["-y", "-loglevel", "error", ...args]);

/** One sound file for each list of spoken parts. */
function speak(lists: Pick<Line, "voice" | "text">[][]): string[] {
  const folder = mkdtempSync(`${tmpdir()}/voice-`);
  execFileSync("python3", [`${here}voice.py`, voices, folder], { input: JSON.stringify(lists) });
  return lists.map((_, at) => `${folder}/${at}.wav`);
}

/** The transcripts of the level test; a dash gives the word to the next voice. */
function recordings() {
  const questions = ["fr", "en", "it", "zh"].flatMap(
    (language): { mediaUrl: string | null; transcript: string | null }[] =>
      JSON.parse(
        readFileSync(`${root}server/src/demo/content/level-test-${language}.json`, "utf8"),
      ),
  );
  const names = Object.keys(script.audio).filter(wanted);
  const parts = names.map((name) => {
    const heard = questions.find(({ mediaUrl }) => mediaUrl === `/assets/audio/${name}.mp3`);
    if (!heard?.transcript) throw new Error(`no question lets hear ${name}`);
    const cast = script.audio[name];
    return heard.transcript
      .split(" — ")
      .map((text, at) => ({ voice: cast[at % cast.length], text }));
  });
  for (const [at, sound] of speak(parts).entries()) {
    const quiet = ["-af", "adelay=250,apad=pad_dur=0.4", "-b:a", "48k"];
    ffmpeg("-i", sound, ...quiet, `${assets}/audio/${names[at]}.mp3`);
  }
}

async function film(name: string, film: Film, page: Page) {
  const sounds = speak(
    film.lines.map(({ voice, text }) => [{ voice, text: text.replace(/<\/?b>/g, "") }]),
  );
  let now = TITLE;
  const spoken = sounds.map((sound): Span => {
    const from = now + 0.3;
    const to = from + Number(execFileSync("soxi", ["-D", sound]));
    now = to + REPEAT;
    return { from, to };
  });
  const seen = spoken.map(({ from }, at) => ({
    from: from - 0.3,
    to: spoken[at + 1] ? spoken[at + 1].from - 0.3 : now + END + 1,
  }));
  const seconds = now + END;
  writeFileSync(`${assets}/video/${name}.vtt`, captions(film, spoken));
  await open(page, scene(film, { from: 0, to: TITLE }, seen, seconds, root));
  const silent = await pictures(page, seconds);
  const delays = spoken.map(
    ({ from }, at) => `[${at + 1}]adelay=${Math.round(from * 1000)}[s${at}];`,
  );
  const heard = `${spoken.map((_, at) => `[s${at}]`).join("")}amix=${spoken.length}:normalize=0,apad`;
  ffmpeg(
    ...[silent, ...sounds].flatMap((input) => ["-i", input]),
    ...["-filter_complex", `${delays.join("")}${heard}`, "-map", "0:v", "-c:v", "copy"],
    ...["-c:a", "aac", "-b:a", "48k", "-ar", "24000", "-t", String(seconds)],
    ...["-movflags", "+faststart", `${assets}/video/${name}.mp4`],
  );
}

function captions({ lines }: Film, spoken: Span[]) {
  const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(14, 23);
  const cues = spoken.map(({ from, to }, at) => {
    const { text, read } = lines[at];
    const words = [text.replace(/<\/?b>/g, ""), ...(read ? [read] : [])];
    return `${time(from)} --> ${time(to + 0.6)}\n${words.join("\n")}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

/** Shows a page made here; as a file, because it shows other files. */
async function open(page: Page, html: string) {
  const file = `${mkdtempSync(`${tmpdir()}/page-`)}/index.html`;
  writeFileSync(file, html);
  await page.goto(`file://${file}`);
  await page.evaluate(() => document.fonts.ready);
}

/** The film without its sound. */
async function pictures(page: Page, seconds: number): Promise<string> {
  const output = `${mkdtempSync(`${tmpdir()}/film-`)}/silent.mp4`;
  const into = ["-f", "image2pipe", "-framerate", String(FRAMES), "-i", "-"];
  const how = ["-c:v", "libx264", "-preset", "slow", "-tune", "animation", "-crf", "27"];
  const encoder = spawn(
    "ffmpeg",
    ["-loglevel", "error", ...into, ...how, "-pix_fmt", "yuv420p", output],
    {
      stdio: ["pipe", "inherit", "inherit"],
    },
  );
  const done = new Promise((resolve) => encoder.on("close", resolve));
  for (let frame = 0; frame < seconds * FRAMES; frame++) {
    await page.evaluate(
      (time) => {
        for (const animation of document.getAnimations()) {
          animation.pause();
          animation.currentTime = time;
        }
      },
      (frame * 1000) / FRAMES,
    );
    encoder.stdin.write(await page.screenshot({ type: "jpeg", quality: 95 }));
  }
  encoder.stdin.end();
  await done;
  return output;
}

for (const kind of ["audio", "video", "pdf"]) mkdirSync(`${assets}/${kind}`, { recursive: true });
recordings();
const browser = await chromium.launch({
  executablePath: process.env.PREAU_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: SIZE });
for (const [name, one] of Object.entries(script.films)) {
  if (!wanted(name)) continue;
  await open(page, paper(one, root));
  await page.pdf({
    path: `${assets}/pdf/${name}.pdf`,
    preferCSSPageSize: true,
    printBackground: true,
    tagged: true,
  });
  await film(name, one, page);
}
await browser.close();
