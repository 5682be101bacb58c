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
  input: string | Uint8Array,
  { chunks = [1e9], onWrite = () => true, progress, ...options }: RunOptions =
    {},
): Promise<string> {
  const bytes = typeof input === "string"
    ? Uint8Array.from(input, (char) => char.charCodeAt(0))
    : input;
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
  return [...Buffer.concat(written)].map((byte) => String.fromCharCode(byte))
    .join("");
}

const B = " [DE, Bonn; 'B/N', AS3320 =Telekom, AG]";
const FACTS =
  '"country_code":"DE","alternative_country_code":null,"country":"Germany","region":null,' +
  '"city":"Bonn; \\"B\\\\N\\"","latitude":null,"longitude":null,' +
  '"timezone":null,"asn":3320,"asn_confidence":null,"asn_org":"=Telekom, AG","line_type":null}';
const NAMES = ["country_code", "country", "region", "city", "asn", "asn_org"];
const CELLS = 'DE,Germany,,"Bonn; ""B\\N""",3320,"\'=Telekom, AG"';

const cases = [
  [
    "text",
    {},
    "1.1.1.1 \xff\xe9 9.9.9.9\r\n",
    `1.1.1.1${B} \xff\xe9 9.9.9.9\r\n`,
  ],
  ["text without line breaks", {}, "x=1.1.1.1,", `x=1.1.1.1${B},`],
  ["an IPv6 address", {}, "2a00::1", "2a00::1 [DE, AS3320 =Telekom, AG]"],
  [
    "a doubt",
    {},
    "8.8.8.8 2a01::",
    "8.8.8.8 [DE or FR, AS3320 =Telekom, AG] 2a01:: [DE, registered to AS3320 =Telekom, AG]",
  ],
  [
    "a doubt by a template",
    { format: "({alternative_country_code} {city} {asn_confidence})" },
    "8.8.8.8 2a01::",
    "8.8.8.8(FR - -) 2a01::(- - 73)",
  ],
  ["no input", {}, "", ""],
  [
    "JSON in text, which stays JSON",
    {},
    '{"ip":"1.1.1.1"}\n',
    `{"ip":"1.1.1.1${B}"}\n`,
  ],
  [
    "a template",
    { format: " <{country}|{asn}|{ip}>" },
    "1.1.1.1:80 9.9.9.9",
    "1.1.1.1:80 <Germany|3320|1.1.1.1> 9.9.9.9 <-|-|9.9.9.9>",
  ],
  [
    "lines as JSON",
    { json: true },
    '1.1.1.1 "\xff\r\n\n',
    `{"line":"1.1.1.1 \\"\xef\xbf\xbd","porthole":[{"ip":"1.1.1.1",${FACTS}]}\n`,
  ],
  [
    "JSON lines",
    { json: true },
    '{"a":["1.1.1.1","1.1.1.1"]} \n { }\n[1]\n{"x":}',
    `{"a":["1.1.1.1","1.1.1.1"],"porthole":[{"ip":"1.1.1.1",${FACTS}]}\n` +
    ' { "porthole":[]}\n{"line":"[1]","porthole":[]}\n' +
    '{"line":"{\\"x\\":}","porthole":[]}\n',
  ],
  [
    "a column by name",
    { column: "ip" },
    'n,ip\r\n1,1.1.1.1:80\r\n"a,\n""b","[1.1.1.1]"\r\n3,x\r\n\r\n4',
    `n,ip,${NAMES.map((name) => `ip_${name}`)}\r\n1,1.1.1.1:80,${CELLS}\r\n` +
    `"a,\n""b","[1.1.1.1]",${CELLS}\r\n3,x,,,,,,\r\n\r\n4,,,,,,`,
  ],
  [
    "a column by number",
    { column: "2" },
    "a\t1.1.1.1",
    `a\t1.1.1.1\tDE\tGermany\t\t"Bonn; ""B\\N"""\t3320\t"'=Telekom, AG"`,
  ],
  [
    "a column of a file with semicolons",
    { column: "the; ip" },
    'a;"the; ip"\n;2a00::1\n',
    `a;"the; ip"${
      NAMES.map((name) => `;"the; ip_${name}"`).join("")
    }\n;2a00::1;DE;Germany;;;3320;"'=Telekom, AG"\n`,
  ],
] as const;
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
