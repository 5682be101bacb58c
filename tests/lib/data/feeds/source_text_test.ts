import assert from "node:assert/strict";
import fc from "fast-check";
import {
  readCsvRows,
  readLines,
  readText,
  readWholeText,
  timeIn,
} from "../../../../lib/data/feeds/source_text.ts";
import { assertFails, hostile, parsed, withDownload } from "./downloads.ts";
import { forAllAsync } from "../../../support/for_all.ts";

const lines = async (source: string) =>
  (await Array.fromAsync(readLines(source))).flat();
const text = async (source: string) =>
  (await Array.fromAsync(readText(source))).join("");

Deno.test("readLines - splits at both line ends, trims, drops blank lines and the byte order mark", async () => {
  const content = "\ufeff# head\r\n 192.0.2.1 \n\n\t\n192.0.2.2";
  const read = await parsed(lines, content);
  assert.deepEqual(read, ["# head", "192.0.2.1", "192.0.2.2"]);
});

Deno.test("readLines - yields the lines of a file of any size", async () => {
  const line = fc.string({ unit: "grapheme", maxLength: 300 })
    .map((text) => "x" + text.replace(/[\0\n]/g, "").trim());
  await forAllAsync([
    fc.array(line, { minLength: 1, maxLength: 40 }),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom(1, 500),
  ], async (some, end, times) => {
    const all = Array.from({ length: times }, () => some).flat();
    const read = await parsed(lines, all.join(end));
    assert.deepEqual(read, all.map((line) => line.trim()));
  }, { numRuns: 30 });
});

Deno.test("readLines - throws for a line of more than 4096 characters, with or without an end, and over four million lines", async () => {
  const longest = "x".repeat(4096);
  assert.deepEqual(await parsed(lines, longest), [longest]);
  for (const end of ["", "\n"]) {
    const message = "it has a line of over 4096 characters";
    await assertFails(lines, longest + "x" + end, message);
  }
  const many = "a\n" + "\n".repeat(4_000_000);
  await assertFails(lines, many, "it has over 4000000 lines");
});

for (const [why, content, message] of hostile) {
  if (why === "prose") continue;
  Deno.test(`readLines - throws for ${why}`, () =>
    assertFails(lines, content, message));
}

Deno.test("readText - replaces invalid UTF-8", async () => {
  assert.equal(await parsed(text, Uint8Array.of(0x61, 0xe9, 0x62)), "a\ufffdb");
});

Deno.test("readWholeText - accepts a file of the maximum size, but not a larger one", async () => {
  const read = (source: string) => readWholeText(source, 5);
  assert.equal(await parsed(read, "ab\ncd"), "ab\ncd");
  await assertFails(read, "ab\ncde", "it is larger than 5 bytes");
});

Deno.test("readLines - throws the signal's reason", () =>
  withDownload("a\nb\n".repeat(200_000), async (source) => {
    const controller = new AbortController();
    const reason = new Error("enough");
    let pieces = 0;
    const reading = async () => {
      for await (const _ of readLines(source, controller.signal)) {
        pieces++;
        controller.abort(reason);
      }
    };
    await assert.rejects(reading(), reason);
    assert.equal(pieces, 1);
  }));

Deno.test("timeIn - of what a pattern finds, null if it is no time after 1970", () => {
  const texts = ["at 2026-11-21Z", "at noon", "at 1970-01-01Z", "2026-11-21Z"];
  const times = texts.map((text) => timeIn(text, /at (.*)/));
  assert.deepEqual(times, [Date.UTC(2026, 10, 21), null, null, null]);
});

const rows = (source: string) => Array.fromAsync(readCsvRows(source));
const tabbed = (source: string) =>
  Array.fromAsync(readCsvRows(source, { delimiter: "\t", quote: null }));

Deno.test("readCsvRows - reads quoted fields, both line ends and rows of any width", async () => {
  assert.deepEqual(
    await parsed(rows, '\ufeffAS1,"Level ""3"", LLC"\r\nAS2,a "b" c,x\n\nAS3'),
    [["AS1", 'Level "3", LLC'], ["AS2", 'a "b" c', "x"], ["AS3"]],
  );
  // Quotes in tab-separated fields are literal.
  const read = await parsed(tabbed, '1.0.0.0\t1.0.0.255\t"X\n');
  assert.deepEqual(read, [["1.0.0.0", "1.0.0.255", '"X']]);
});

Deno.test("readCsvRows - reads back any fields", async () => {
  const field = fc.string({ unit: "grapheme", maxLength: 20 })
    .map((text) => "x" + text.replaceAll("\0", ""));
  const fields = fc.array(field, { minLength: 1, maxLength: 4 });
  const tables = fc.array(fields, { minLength: 1, maxLength: 20 });
  await forAllAsync([tables], async (table) => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const csv = table.map((row) => row.map(quoted).join(",")).join("\n");
    assert.deepEqual(await parsed(rows, csv), table);
  }, { numRuns: 40 });
});

Deno.test("readCsvRows - throws for a quote that is never closed, and for text that is not a list", async () => {
  const open = 'AS1,"' + "x,y\n".repeat(5000);
  await assertFails(rows, open, /^Error: Max Record Size: .* 4096/);
  await assertFails(rows, "", "it is empty");
  await assertFails(rows, "<html>", "it is a web page or XML, not data");
});

Deno.test("readCsvRows - closes the file if the iteration stops", async () => {
  // The test runner fails if a file stays open.
  await parsed(async (source) => {
    for await (const row of readCsvRows(source)) {
      assert.deepEqual(row, ["a"]);
      break;
    }
  }, "a\n".repeat(500_000));
});
