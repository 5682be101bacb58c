import assert from "node:assert/strict";
import { HiddenLine } from "../../../lib/commands/hidden_line.ts";

function linesOf(...chunks: (string | Uint8Array)[]): HiddenLine {
  const encoder = new TextEncoder();
  return new HiddenLine(ReadableStream.from(
    chunks.map((chunk) =>
      typeof chunk === "string" ? encoder.encode(chunk) : chunk
    ),
  ));
}

for (
  const [what, keys, line] of [
    ["Enter ends it", "abc\r", "abc"],
    ["so does a line feed", "abc\n", "abc"],
    ["backspace takes a character back", "abd\x7fc\r", "abc"],
    ["so does Ctrl-H", "abd\bc\r", "abc"],
    ["there is nothing before the first", "\x7f\x7fabc\r", "abc"],
    ["a character is one however many bytes it has", "abü🔭\x7f\x7fc\r", "abc"],
    ["Ctrl-U takes all back", "xyz\x15abc\r", "abc"],
    ["other control characters are nothing", "a\x00b\tc\x1a\r", "abc"],
  ] as const
) {
  Deno.test(`HiddenLine - ${what}`, async () => {
    assert.equal(await linesOf(keys).next(), line);
  });
}

Deno.test("HiddenLine - cursor keys are nothing", async () => {
  const lines = linesOf("ab", "\x1b[D", "\x1bOH", "\x1b[3~", "c", "\r");
  assert.equal(await lines.next(), "abc");
});

Deno.test("HiddenLine - what is typed ahead is the next line's", async () => {
  const lines = linesOf("abc\rde", "f\r");
  assert.equal(await lines.next(), "abc");
  assert.equal(await lines.next(), "def");
});

Deno.test("HiddenLine - a character may come in two parts", async () => {
  const bytes = new TextEncoder().encode("ü\r");
  const lines = linesOf(bytes.slice(0, 1), bytes.slice(1));
  assert.equal(await lines.next(), "ü");
});

for (
  const [what, keys] of [
    ["Ctrl-C", "abc\x03\r"],
    ["Ctrl-D", "abc\x04\r"],
    ["the end of the input", "abc"],
  ] as const
) {
  Deno.test(`HiddenLine - ${what} gives up`, async () => {
    await assert.rejects(linesOf(keys).next(), {
      name: "Error",
      message: "No password was given.",
    });
  });
}

Deno.test("HiddenLine - a line has an end", async () => {
  await assert.rejects(linesOf("x".repeat(4_097)).next(), {
    name: "Error",
    message: "The line is too long.",
  });
});
