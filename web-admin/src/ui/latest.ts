// Writes what was changed last, soon after it was: at a pause, and during a long change at least twice a second. One write
// after the other, so that an older one never comes last.

const PAUSE = 250; // milliseconds without another change
const LONGEST = 500; // milliseconds that a change waits
const AGAIN = 2000; // milliseconds until a write that failed is tried once more

type Write = () => Promise<unknown>;

export class Latest {
  #next: Write | null = null;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #limit: ReturnType<typeof setTimeout> | undefined;
  #before: Promise<unknown>;
  #ended = false;

  /** Nothing is written before this. */
  constructor(before: Promise<unknown>) {
    this.#before = before;
  }

  soon(write: Write): void {
    this.#next = write;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.flush(), PAUSE);
    this.#limit ??= setTimeout(() => this.flush(), LONGEST);
  }

  now(write: Write): void {
    this.#next = write;
    this.flush();
  }

  /** What waits is written at once. */
  flush(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#limit);
    this.#limit = undefined;
    const write = this.#next;
    this.#next = null;
    if (write) this.#before = this.#before.then(write).catch(() => this.#again(write));
  }

  /** What waits is written at once, and nothing is tried again: by then somebody else may be signed in. */
  end(): void {
    this.#ended = true;
    this.flush();
  }

  #again(write: Write): void {
    if (this.#next || this.#ended) return; // or something newer waits
    this.#next = write;
    this.#pause = setTimeout(() => this.flush(), AGAIN);
  }
}
