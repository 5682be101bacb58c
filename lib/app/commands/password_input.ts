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

/** Standard input, as far as a password takes it. `Deno.stdin` is one. */
export interface PasswordSource {
  readonly readable: ReadableStream<Uint8Array>;
  isTerminal(): boolean;
  setRaw(mode: boolean): void;
}

/** More than any password: what is piped in by mistake is not read to its end. */
const MAX_BYTES = 4_096;

const LINE_FEED = 10;

/**
 * A password: the first line of what is piped in, or what somebody types twice
 * at a terminal, where it is not shown. It never stands in the arguments, which
 * every user of a machine can read.
 *
 * @param write shows the questions at a terminal
 * @throws {Error} with a sentence, where there is none or the two differ
 */
export async function readPassword(
  source: PasswordSource,
  write: (text: string) => void,
): Promise<string> {
  if (!source.isTerminal()) return await firstLine(source.readable);
  const lines = new HiddenLine(source.readable);
  try {
    source.setRaw(true);
    write("Password: ");
    const password = await lines.next();
    // A raw terminal does not go back to the start of a line by itself.
    write("\r\nRepeat password: ");
    const again = await lines.next();
    if (password === again) return password;
  } finally {
    source.setRaw(false);
    write("\n");
    await lines.close();
  }
  throw new Error("The passwords do not match.");
}

async function firstLine(
  readable: ReadableStream<Uint8Array>,
): Promise<string> {
  const bytes: number[] = [];
  reading: for await (const chunk of readable) {
    for (const byte of chunk) {
      if (byte === LINE_FEED) break reading;
      if (bytes.push(byte) > MAX_BYTES) {
        throw new Error("The first line of standard input is too long.");
      }
    }
  }
  const line = decode(Uint8Array.from(bytes)).replace(/\r$/, "");
  if (line === "") {
    throw new Error("The first line of standard input has no password.");
  }
  return line;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The password is not valid UTF-8.");
  }
}
