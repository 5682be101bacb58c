import assert from "node:assert/strict";
import fc from "fast-check";
import { parseSpamhaus } from "../../../../lib/data/feeds/spamhaus.ts";
import { failureOf, parsed } from "./downloads.ts";

const cidrs = (source: string) => parseSpamhaus(source, "cidr");
const asns = (source: string) => parseSpamhaus(source, "asn");

const metadata = (records: number) =>
  `{"type":"metadata","timestamp":1795219200,"size":99,"records":${records},"copyright":"(c)","terms":"https://x/"}\n`;

Deno.test("parseSpamhaus - reads the prefixes and the time in the last line", async () => {
  const file = '{"cidr":"1.10.16.0/20","sblid":"SBL256894","rir":"apnic"}\n' +
    '{"cidr":"2a06:e480::/29","sblid":"SBL301771","rir":"ripencc"}\n' +
    metadata(2);
  assert.deepEqual(await parsed(cidrs, file), {
    entries: ["1.10.16.0/20", "2a06:e480::/29"],
    builtAt: 1_795_219_200_000,
  });
});

Deno.test("parseSpamhaus - reads AS numbers, whatever the names", async () => {
  const file =
    '{"asn":64500,"rir":"ripencc","domain":"a.example","cc":"NL","asname":"A \\u00e9"}\r\n' +
    metadata(1);
  assert.deepEqual((await parsed(asns, file)).entries, ["64500"]);
});

Deno.test("parseSpamhaus - hands on what it cannot read, to be counted", async () => {
  const file = '{"cidr":"1.10.16.0/20"}\n{"sblid":"x"}\nnull\n{"cidr":\n' +
    metadata(1);
  assert.deepEqual((await parsed(cidrs, file)).entries, [
    "1.10.16.0/20",
    '{"sblid":"x"}',
    "null",
    '{"cidr":',
  ]);
});

Deno.test("parseSpamhaus - refuses a file that was cut short", async () => {
  const row = '{"cidr":"1.10.16.0/20"}\n';
  assert.equal(
    await failureOf(parsed(cidrs, row)),
    "Error: it has no metadata line at its end",
  );
  assert.equal(
    await failureOf(parsed(cidrs, row + metadata(3))),
    "Error: it holds 1 of its 3 records",
  );
});

Deno.test("parseSpamhaus - refuses metadata without a time", async () => {
  assert.equal(
    await failureOf(parsed(cidrs, '{"type":"metadata","timestamp":"x"}\n')),
    "Error: its metadata has no time that can be read",
  );
});

Deno.test("parseSpamhaus - finds the numbers of any rows", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(), { minLength: 1 }),
      fc.string({ unit: "grapheme" }),
      async (numbers, asname) => {
        const file = numbers.map((asn) => JSON.stringify({ asname, asn }))
          .join("\n") + "\n" + metadata(numbers.length);
        assert.deepEqual(
          (await parsed(asns, file)).entries,
          numbers.map(String),
        );
      },
    ),
    { numRuns: 40 },
  );
});
