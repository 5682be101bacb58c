/** Longer than any password. A stuck key must not fill memory. */
const MAX_LENGTH = 4_096;

const CTRL_C = "\x03";
const CTRL_D = "\x04";
const BACKSPACE = "\b";
const CTRL_U = "\x15";
const ESCAPE = "\x1b";
const DELETE = "\x7f";

/**
 * Reads lines from a terminal in raw mode, which does not echo. Enter ends a
 * line, Backspace and Ctrl-U delete, Ctrl-C and Ctrl-D cancel; cursor keys and
 * other control characters are ignored.
 */
export class HiddenLine {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  /** Characters typed before the prompt. */
  #ahead: string[] = [];

  constructor(readable: ReadableStream<Uint8Array>) {
    this.#reader = readable.getReader();
  }

  /**
   * The next line.
   *
   * @throws {Error} if the user cancels, or the line is too long
   */
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
      // A terminal sends a cursor key's sequence at once.
      this.#ahead = [...text.split(ESCAPE, 1)[0]];
    }
  }

  /** Releases the input. */
  async close(): Promise<void> {
    await this.#reader.cancel();
  }
}

function givenUp(): Error {
  return new Error("No password was given.");
}

/** The part of `Deno.stdin` that reading a password needs. */
export interface PasswordSource {
  readonly readable: ReadableStream<Uint8Array>;
  isTerminal(): boolean;
  setRaw(mode: boolean): void;
}

/**
 * Longer than any password. Input that is piped by mistake is not read to its
 * end.
 */
const MAX_BYTES = 4_096;

const LINE_FEED = 10;

/**
 * Reads a password: the first line of piped input, or two equal lines typed at
 * a terminal, without echo. Never from arguments, which every user of a machine
 * can read.
 *
 * @param write shows the prompts at a terminal
 * @throws {Error} for the operator if there is none or the two differ
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
    // A raw terminal needs the carriage return.
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
