/** More than any password: a key that is stuck must not fill the memory. */
const MAX_LENGTH = 4_096;

const CTRL_C = "\x03";
const CTRL_D = "\x04";
const BACKSPACE = "\b";
const CTRL_U = "\x15";
const ESCAPE = "\x1b";
const DELETE = "\x7f";

/**
 * Lines from a terminal in raw mode, which neither shows what is typed nor
 * edits it: Enter ends a line, backspace and Ctrl-U take back, Ctrl-C and
 * Ctrl-D give up, cursor keys and other control characters are nothing.
 */
export class HiddenLine {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  /** What was typed ahead of the question. */
  #ahead: string[] = [];

  constructor(readable: ReadableStream<Uint8Array>) {
    this.#reader = readable.getReader();
  }

  /** @throws {Error} where whoever types gives up, or the line has no end */
  async next(): Promise<string> {
    const line: string[] = [];
    for (;;) {
      while (this.#ahead.length > 0) {
        const char = this.#ahead.shift()!;
        if (char === "\r" || char === "\n") return line.join("");
        if (char === CTRL_C || char === CTRL_D) throw givenUp();
        if (char === BACKSPACE || char === DELETE) line.pop();
        else if (char === CTRL_U) line.length = 0;
        else if (char >= " ") line.push(char);
        if (line.length > MAX_LENGTH) throw new Error("The line is too long.");
      }
      const { done, value } = await this.#reader.read();
      if (done) throw givenUp();
      const text = this.#decoder.decode(value, { stream: true });
      // A terminal sends the whole sequence of a cursor key at once.
      this.#ahead = [...text.split(ESCAPE, 1)[0]];
    }
  }

  /** Leaves the input to others. */
  async close(): Promise<void> {
    await this.#reader.cancel();
  }
}

function givenUp(): Error {
  return new Error("No password was given.");
}
