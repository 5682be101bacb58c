import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { readingProgress } from "../../../../lib/app/annotate/reading_progress.ts";

/** What a terminal shows at its first update and after the end. */
function shown(
  size: number | null,
  reads: readonly (readonly [atMs: number, bytesRead: number])[],
): { first: string; cleared: boolean } {
  let screen = "";
  const writable = new Writable({
    write(chunk, _encoding, done) {
      screen += chunk;
      done();
    },
  });
  const stream = Object.assign(writable, { isTTY: true, columns: 80 });
  let nowMs = 5_000;
  const { update, clear } = readingProgress(stream, size, () => nowMs);
  for (const [atMs, bytesRead] of reads) {
    nowMs = 5_000 + atMs;
    update(bytesRead);
  }
  const first = stripVTControlCharacters(screen);
  screen = "";
  clear();
  return { first, cleared: screen.endsWith("\x1b[2K") };
}

const EMPTY = "░".repeat(24);
const cases = [
  ["a bar for a file", 4_000_000, `${EMPTY} 0 % 1.0 MB, 5.0 MB/s`],
  ["an empty bar for an empty file", 0, `${EMPTY} 0 % 1.0 MB, 5.0 MB/s`],
  ["bytes for other input", null, "1.0 MB, 5.0 MB/s"],
] as const;
for (const [what, size, first] of cases) {
  Deno.test(`readingProgress - shows ${what}, and clears it`, () => {
    const reads = [[199, 500_000], [200, 1_000_000]] as const;
    assert.deepEqual(shown(size, reads), { first, cleared: true });
  });
}

Deno.test("readingProgress - shows nothing before 200 ms", () => {
  const reads = [[0, 1], [199, 1_000_000]] as const;
  assert.deepEqual(shown(null, reads), { first: "", cleared: false });
});
