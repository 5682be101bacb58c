import assert from "node:assert/strict";
import {
  HiddenLine,
  readPassword,
} from "../../../../lib/app/commands/password_input.ts";
import fc from "fast-check";
import { forAllAsync } from "../../../support/for_all.ts";

const encoder = new TextEncoder();

const streamOf = (chunks: (string | Uint8Array)[]) =>
  ReadableStream.from(
    chunks.map((c) => typeof c === "string" ? encoder.encode(c) : c),
  );
const linesOf = (...chunks: (string | Uint8Array)[]) =>
  new HiddenLine(streamOf(chunks));

const cases: [what: string, ...chunks: string[]][] = [
  ["Enter ends it", "abc\r"],
  ["so does a line feed", "abc\n"],
  ["backspace takes a character back", "abd\x7fc\r"],
  ["so does Ctrl-H", "abd\bc\r"],
  ["there is nothing before the first", "\x7f\x7fabc\r"],
  ["a character is one however many bytes it has", "abü🔭\x7f\x7fc\r"],
  ["Ctrl-U takes all back", "xyz\x15abc\r"],
  ["other control characters are nothing", "a\x00b\tc\x1a\r"],
  ["ignores cursor keys", "ab", "\x1b[D", "\x1bOH", "\x1b[3~", "c", "\r"],
];
for (const [what, ...chunks] of cases) {
  Deno.test(`HiddenLine - ${what}`, async () =>
    assert.equal(await linesOf(...chunks).next(), "abc"));
}

Deno.test("HiddenLine - keeps text typed early for the next line", async () => {
  const lines = linesOf("abc\rde", "f\r");
  assert.equal(await lines.next(), "abc");
  assert.equal(await lines.next(), "def");
});

Deno.test("HiddenLine - joins a character in two chunks", async () => {
  const bytes = encoder.encode("ü\r");
  assert.equal(await linesOf(bytes.slice(0, 1), bytes.slice(1)).next(), "ü");
});

const failures = [
  ["cancels on Ctrl-C", "abc\x03\r", "No password was given."],
  ["cancels on Ctrl-D", "abc\x04\r", "No password was given."],
  ["cancels on the end of the input", "abc", "No password was given."],
  ["limits the length of a line", "x".repeat(4_097), "The line is too long."],
];
for (const [what, keys, message] of failures) {
  Deno.test(`HiddenLine - ${what}`, () =>
    assert.rejects(linesOf(keys).next(), { name: "Error", message }));
}

/** A source of these chunks, and the modes that it is set to. */
function sourceOf(chunks: (string | Uint8Array)[], isTerminal = false) {
  const modes: boolean[] = [];
  const source = {
    readable: streamOf(chunks),
    isTerminal: () => isTerminal,
    setRaw: (mode: boolean) => void modes.push(mode),
  };
  return { source, modes };
}

async function piped(...chunks: (string | Uint8Array)[]): Promise<string> {
  let written = "";
  const { source, modes } = sourceOf(chunks);
  const password = await readPassword(source, (text) => written += text);
  assert.equal(written, "");
  assert.deepEqual(modes, []);
  return password;
}

Deno.test("readPassword - returns the first line of piped input", async () => {
  assert.equal(await piped("correct horse\n"), "correct horse");
  assert.equal(await piped("correct horse"), "correct horse");
  assert.equal(await piped("correct horse\r\nbattery\n"), "correct horse");
  assert.equal(await piped(" cor", "rect ", "\nx"), " correct ");
});

Deno.test("readPassword - returns any line, however it is split", async () => {
  const line = fc.string({ unit: "grapheme", minLength: 1, maxLength: 50 })
    .filter((text) => !/[\r\n]/.test(text) && !text.startsWith("\ufeff"));
  await forAllAsync([line, fc.nat()], async (text, at) => {
    const bytes = encoder.encode(`${text}\nmore`);
    const cut = at % bytes.length;
    assert.equal(await piped(bytes.slice(0, cut), bytes.slice(cut)), text);
  }, { numRuns: 100 });
});

const noPassword = "The first line of standard input has no password.";
const samples = [
  ["nothing", [], noPassword],
  ["an empty line", ["\nx\n"], noPassword],
  [
    "a file without line ends",
    ["x".repeat(4_097)],
    "The first line of standard input is too long.",
  ],
  [
    "bytes that are no text",
    [Uint8Array.of(0xff, 0xfe, 10)],
    "The password is not valid UTF-8.",
  ],
] as const;
for (const [what, chunks, message] of samples) {
  Deno.test(`readPassword - refuses ${what}`, () =>
    assert.rejects(piped(...chunks), { name: "Error", message }));
}

/** The terminal's output and its modes while `keys` are pressed. */
async function typed(...keys: string[]) {
  let shown = "";
  const { source, modes } = sourceOf(keys, true);
  const outcome = await readPassword(source, (text) => shown += text)
    .catch((error: Error) => error.message);
  return { outcome, shown, modes };
}

const TWICE = "Password: \r\nRepeat password: \n";
const sessions = [
  [
    "prompts twice at a terminal, without echo",
    ["correct", " horse\r", "correct horse\r"],
    { outcome: "correct horse", shown: TWICE },
  ],
  [
    "refuses two different passwords",
    ["correct horse\r", "correct house\r"],
    { outcome: "The passwords do not match.", shown: TWICE },
  ],
  [
    "restores the terminal's mode when canceled",
    ["corr\x03"],
    { outcome: "No password was given.", shown: "Password: \n" },
  ],
] as const;
for (const [what, keys, expected] of sessions) {
  Deno.test(`readPassword - ${what}`, async () => {
    const modes = [true, false];
    assert.deepEqual(await typed(...keys), { ...expected, modes });
  });
}
