import assert from "node:assert/strict";
import fc from "fast-check";
import { csvRowsOf } from "../../../../lib/data/feeds/csv_rows.ts";
import { failureOf, parsed } from "./downloads.ts";

const rows = (source: string) => Array.fromAsync(csvRowsOf(source));
const tabbed = (source: string) =>
  Array.fromAsync(csvRowsOf(source, { delimiter: "\t", quote: null }));

Deno.test("csvRowsOf - reads quoted fields, both line ends and rows of any width", async () => {
  assert.deepEqual(
    await parsed(rows, '\ufeffAS1,"Level ""3"", LLC"\r\nAS2,a "b" c,x\n\nAS3'),
    [["AS1", 'Level "3", LLC'], ["AS2", 'a "b" c', "x"], ["AS3"]],
  );
});

Deno.test("csvRowsOf - reads tab-separated fields in which a quote is a letter", async () => {
  assert.deepEqual(await parsed(tabbed, '1.0.0.0\t1.0.0.255\t"X\n'), [
    ["1.0.0.0", "1.0.0.255", '"X'],
  ]);
});

Deno.test("csvRowsOf - gives back what was written", async () => {
  const field = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) =>
    "x" + text.replaceAll("\0", "")
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 20,
      }),
      async (table) => {
        const csv = table.map((row) =>
          row.map((text) => `"${text.replaceAll('"', '""')}"`).join(",")
        ).join("\n");
        assert.deepEqual(await parsed(rows, csv), table);
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("csvRowsOf - stops at a quote that takes in the rest of the file", async () => {
  const message = await failureOf(
    parsed(rows, 'AS1,"' + "x,y\n".repeat(5000)),
  );
  assert.match(message, /^Error: Max Record Size: .* 4096/);
});

Deno.test("csvRowsOf - says why a file cannot be read", async () => {
  assert.equal(await failureOf(parsed(rows, "")), "Error: it is empty");
  assert.equal(
    await failureOf(parsed(rows, "<html>")),
    "Error: it is a web page or XML, not data",
  );
});

Deno.test("csvRowsOf - lets go of the file when nobody reads on", async () => {
  // The test runner fails where a file stays open.
  await parsed(async (source) => {
    for await (const row of csvRowsOf(source)) {
      assert.deepEqual(row, ["a"]);
      break;
    }
  }, "a\n".repeat(500_000));
});
