import assert from "node:assert/strict";
import fc from "fast-check";
import {
  AsnClasses,
  parseAsnList,
} from "../../../../lib/data/networks/asn_classes.ts";
import {
  compileAsnClasses,
  compileAsns,
  parseTaggedAsns,
} from "../../../../lib/data/feeds/asn_feeds.ts";
import { compiled, failureOf, hostile } from "./downloads.ts";

const tagged = (source: string, target: string) =>
  compileAsns({ name: "x", parse: parseTaggedAsns }, source, target);
const classes = (source: string, target: string) =>
  compileAsnClasses("x", source, target);
const asn = fc.integer({ min: 1, max: 0xffff_ffff });

Deno.test("compileAsns - writes each number once, whatever the names", async () => {
  const { entries, builtAt, text } = await compiled(
    tagged,
    'AS64500,"Example, ""Inc"""\r\nAS64501,Plain\nAS64500,"Again"\n',
  );
  assert.equal(text, "# asns 1 x 2 -\n64500\n64501\n");
  assert.deepEqual({ entries, builtAt }, { entries: 2, builtAt: null });
});

Deno.test("compileAsns - parseAsnList reads its output", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(asn, { minLength: 1 }),
      fc.string({ unit: "grapheme", maxLength: 30 }),
      async (asns, name) => {
        const quoted = name.replaceAll("\0", "").replaceAll('"', '""');
        const csv = asns.map((asn) => `AS${asn},"${quoted}"`).join("\n");
        const { text } = await compiled(tagged, csv);
        assert.deepEqual(parseAsnList(text).asns, new Set(asns));
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("compileAsnClasses - writes the classes by number, except unknown ones", async () => {
  const { entries, builtAt, text } = await compiled(
    classes,
    "asn,name,class,cc\n" +
      'AS100,"Example, Inc.",Content,US\n' +
      "AS10000,Beispiel GmbH,Eyeball,DE\n" +
      "AS20,No class,,DE\n" +
      "AS21,Not known,Unknown,DE\n" +
      "AS7,Three columns,Content\n",
  );
  assert.equal(
    text,
    "# asn-classes 1 x 3 -\n7 Content\n100 Content\n10000 Eyeball\n",
  );
  assert.deepEqual({ entries, builtAt }, { entries: 3, builtAt: null });
});

Deno.test("compileAsnClasses - AsnClasses reads its output", async () => {
  const rows = fc.uniqueArray(
    fc.tuple(asn, fc.constantFrom("Eyeball", "Content", "Carrier")),
    { minLength: 1, selector: ([asn]) => asn },
  );
  await fc.assert(
    fc.asyncProperty(rows, asn, async (rows, other) => {
      const csv = rows.map(([asn, word]) => `AS${asn},"n",${word},US`);
      const { text } = await compiled(classes, csv.join("\n"));
      const table = new AsnClasses(text);
      for (const [asn, word] of rows) assert.equal(table.classOf(asn), word);
      assert.equal(table.classOf(other), new Map(rows).get(other));
    }),
    { numRuns: 40 },
  );
});

Deno.test("compileAsnClasses - rejects rows without classes, and too many classes", async () => {
  assert.equal(
    await failureOf(compiled(classes, "AS1,a,,US\n")),
    "Error: it has no classes",
  );
  assert.equal(
    await failureOf(compiled(classes, "AS1,a\n")),
    "Error: 1 of 1 entries are invalid",
  );
  assert.equal(
    await failureOf(compiled(classes, "AS1,a,<script>,US\n")),
    "Error: 1 of 1 entries are invalid",
  );
  const many = Array.from({ length: 257 }, (_, i) => `AS${i + 1},a,c${i}\n`);
  assert.equal(
    await failureOf(compiled(classes, many.join(""))),
    "Error: it has 257 classes",
  );
});

for (const [why, content, message] of hostile) {
  Deno.test(`compileAsns, compileAsnClasses - reject ${why}`, async () => {
    assert.match(await failureOf(compiled(tagged, content)), message);
    assert.match(await failureOf(compiled(classes, content)), message);
  });
}
