import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import {
  annotate,
  type AnnotateOptions,
  readingProgress,
} from "../../../../lib/app/annotate/annotate.ts";
import { MAX_UNIT_BYTES } from "../../../../lib/app/annotate/annotators.ts";
import { UsageError } from "../../../../lib/app/commands/output.ts";
import { Profiles } from "../../../../lib/ipinfo/profiles.ts";
import { forAllAsync } from "../../../support/for_all.ts";
import { recordingTerminal } from "../terminal.ts";
import samples from "./annotate.json" with { type: "json" };

const profiles = new Profiles({
  local: [{
    name: "tables",
    kind: "open",
    lookup: (ip) => ({
      ...ip.text.startsWith("8.") && { countries: () => ["DE", "FR"] },
      facts: ip.text.startsWith("9.") ? {} : {
        ...ip.text.startsWith("2a01:") && { asnConfidence: 73 },
        countryCode: "DE",
        country: "Germany",
        city: ip.family === 4 ? 'Bonn; "B\\N"' : undefined,
        asn: 3320,
        asnOrg: "=Telekom, AG",
      },
    }),
  }],
  now: () => 0,
});

interface RunOptions extends AnnotateOptions {
  /** Sizes of the chunks of the input; the last one repeats. */
  chunks?: readonly number[];
  /** Returns false as if the reader had gone. */
  onWrite?: () => boolean;
  progress?: (bytesRead: number) => void;
}

async function run(
  input: string,
  { chunks = [1e9], onWrite = () => true, progress, ...options }: RunOptions =
    {},
): Promise<string> {
  const bytes = Uint8Array.from(input, (char) => char.charCodeAt(0));
  let at = 0;
  let i = 0;
  const written: Uint8Array[] = [];
  await annotate(options, {
    profiles: () => Promise.resolve(profiles),
    input: new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        const size = chunks[Math.min(i++, chunks.length - 1)];
        controller.enqueue(bytes.slice(at, at += size));
      },
    }),
    write(bytes) {
      written.push(bytes.slice());
      return onWrite();
    },
    progress,
  });
  return Buffer.concat(written).toString("latin1");
}

const B = " [DE, Bonn; 'B/N', AS3320 =Telekom, AG]";

const cases = samples.annotated as [string, AnnotateOptions, string, string][];
for (const [name, options, input, expected] of cases) {
  Deno.test(`annotate - ${name}`, async () => {
    assert.equal(await run(input, options), expected);
    assert.equal(await run(input, { ...options, chunks: [1] }), expected);
  });
}

const rows = [
  ["an unknown field", { format: "{town}" }, "there is no field {town}"],
  ["two forms", { format: "", json: true }, "use only one of"],
  ["no column", { column: "" }, "--column must be"],
  ["an unknown column", { column: "x" }, 'has no column "x"'],
  ["an ambiguous column", { column: "a" }, 'several columns have the name "a"'],
] as const;
for (const [name, options, message] of rows) {
  Deno.test(`annotate - refuses ${name}`, () =>
    assert.rejects(
      run("a,a,b\n", options),
      (error: Error) =>
        error instanceof UsageError && error.message.includes(message),
    ));
}

Deno.test("annotate - does not depend on chunks", async () => {
  const words = ["1.1.1.1", "2a00::1", ",", '"', " ", "\n", "\r\n", "x", "{}"];
  const line = fc.array(fc.constantFrom(...words), { maxLength: 30 })
    .map((all) => all.join(""));
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  await forAllAsync([line, sizes], async (input, chunks) => {
    for (const options of [{}, { json: true }, { column: "1" }]) {
      const whole = await run(input, options);
      assert.equal(await run(input, { ...options, chunks }), whole);
    }
  });
});

Deno.test("annotate - copies a word that is too long, and refuses such a line", async () => {
  const long = "1.1.1.1," + "x".repeat(2 * MAX_UNIT_BYTES);
  const text = await run(`1.1.1.1\n${long} 1.1.1.1`, { chunks: [65_536] });
  assert.equal(text, `1.1.1.1${B}\n${long} 1.1.1.1${B}`);
  for (const options of [{ json: true }, { column: "1" }]) {
    await assert.rejects(run(`a\n${long}`, { ...options, chunks: [65_536] }), {
      message: `line 2 is longer than ${MAX_UNIT_BYTES} bytes.`,
    });
  }
});

Deno.test("annotate - stops if nobody reads the output", async () => {
  let writes = 0;
  const onWrite = () => ++writes < 2;
  await run("1.1.1.1\n".repeat(9), { chunks: [8], onWrite });
  assert.equal(writes, 2);
});

Deno.test("annotate - reports how many bytes it has read", async () => {
  const seen: number[] = [];
  const progress = (bytesRead: number) => seen.push(bytesRead);
  await run("1.1.1.1\n".repeat(2), { chunks: [8], progress });
  assert.deepEqual(seen, [8, 16, 16]);
});

/** What a terminal shows at its first update and after the end. */
function shown(
  size: number | null,
  reads: readonly (readonly [atMs: number, bytesRead: number])[],
): { first: string; cleared: boolean } {
  const { stream, written } = recordingTerminal();
  let nowMs = 5_000;
  const { update, clear } = readingProgress(stream, size, () => nowMs);
  for (const [atMs, bytesRead] of reads) {
    nowMs = 5_000 + atMs;
    update(bytesRead);
  }
  const before = written();
  clear();
  return {
    first: stripVTControlCharacters(before),
    cleared: written().slice(before.length).endsWith("\x1b[2K"),
  };
}

const EMPTY = "░".repeat(24);
const progressCases = [
  ["a bar for a file", 4_000_000, `${EMPTY} 0 % 1.0 MB, 5.0 MB/s`],
  ["an empty bar for an empty file", 0, `${EMPTY} 0 % 1.0 MB, 5.0 MB/s`],
  ["bytes for other input", null, "1.0 MB, 5.0 MB/s"],
] as const;
for (const [what, size, first] of progressCases) {
  Deno.test(`readingProgress - shows ${what}, and clears it`, () => {
    const reads = [[199, 500_000], [200, 1_000_000]] as const;
    assert.deepEqual(shown(size, reads), { first, cleared: true });
  });
}

Deno.test("readingProgress - shows nothing before 200 ms", () => {
  const reads = [[0, 1], [199, 1_000_000]] as const;
  assert.deepEqual(shown(null, reads), { first: "", cleared: false });
});
