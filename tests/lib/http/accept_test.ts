import assert from "node:assert/strict";
import fc from "fast-check";
import { preferredType } from "../../../lib/http/accept.ts";
import { forAll } from "../../support/for_all.ts";
import { assertResults } from "../../support/tables.ts";

function assertAll(offer: string, values: (string | null)[]) {
  const others = values.filter((value) => preferredType(value) !== offer);
  assert.deepEqual(others, []);
}

Deno.test("preferredType - text if the client states no preference", () =>
  assertAll("text", [
    ...[null, "", "*/*", "text/plain", "text/*", "text/plain, */*"],
    ...["image/png", "application/xml", "*/*;q=0.1"],
  ]));

Deno.test("preferredType - HTML for browsers", () =>
  assertAll("html", [
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
    ...["text/html", "TEXT/HTML", "text/html, text/plain;q=0.9"],
    ...["text/plain;q=0.4 , text/html ; q=0.5", "text/html;charset=utf-8"],
    ...['text/html; charset="UTF-8"; q=0.5', "text/plain;q=0, */*"],
    "text/html, application/json",
  ]));

Deno.test("preferredType - JSON if it has the highest quality", () =>
  assertAll("json", [
    ...["application/json", "Application/JSON", "application/*"],
    ...["application/json, */*;q=0.5", "application/json;charset=utf-8"],
    "application/json, text/html;q=0.9, text/plain;q=0.9",
  ]));

Deno.test("preferredType - a tie goes to what is named first", () => {
  assertAll("text", [
    "text/plain, text/html",
    "text/plain, application/json, */*",
    "text/plain;q=0.50, text/html;q=0.500",
    "text/*, text/html;q=1.0",
    "*/*, application/json",
    // Named twice: the first place counts, and the higher weight.
    "text/plain;q=0.1, text/html, text/plain",
  ]);
  assertAll("html", [
    ...["text/html, text/plain", "text/html, */*"],
    "text/html;q=0, application/json;q=0.5, text/html;q=0.5",
  ]);
  assertAll("json", [
    // axios
    "application/json, text/plain, */*",
    "application/json, text/html",
    "application/json, */*",
    "application/json;q=0.5, text/plain;q=0.50, */*;q=0.1",
  ]);
});

Deno.test("preferredType - the most specific range counts, and quality 0 excludes a type", () => {
  assertResults(preferredType, {
    "*/*, text/html;q=0.1": "text",
    "*/*, text/plain;q=0.1": "html",
    "text/*;q=0.1, text/html;q=0.2": "html",
    "text/*;q=0.9, */*;q=0.1": "text",
    "text/*;q=0.3, */*": "json",
    "text/html;q=0.3, text/*;q=0.2, */*;q=0.1": "html",
  });
  assertResults(preferredType, {
    "text/html;q=0": "text",
    "text/html;q=0.000, application/json;q=0.1": "json",
    "text/html, text/html;q=0": "html",
    "application/json;q=0, application/*": "text",
  });
});

Deno.test("preferredType - a range with other parameters does not count; quoted strings, empty elements and extensions are read", () => {
  assertAll("text", [
    "text/html;level=1",
    "text/html;level=1;q=0.9, text/plain;q=0.1",
    "application/json;profile=x",
    "text/html;charset=iso-8859-1",
  ]);
  assertAll("html", [
    'a/b;p="x,y;q=2\\"", text/html',
    ", ,text/html,",
    "text/html;",
    "text/html; ;q=0.5;extension=1",
  ]);
});

Deno.test("preferredType - text for a malformed header", () =>
  assertAll("text", [
    ...["text", "html", "*, text/html", "text/html, image/gif, *; q=.2"],
    ...["text/html;q=", "text/html;q=.5", "text/html;q=2", "text/html;q=1.5"],
    ...["text/html;q=0.1234", "text/html;q=-1", 'text/html;q="1"'],
    ...["text/html;q=0,5", "text/html text/plain", "text/html;level"],
    ...["text//html", "text /html", "/", 'text/html;a="', "text/html, \u0001"],
    // Its other ranges do not count either.
    "text/html, application/json;q=x",
    "application/json;q=x, text/html",
    `text/html${" ".repeat(1024)}`,
    `text/html${"; ".repeat(500)}x`,
    `${" ".repeat(1000)}x`,
  ]));

Deno.test("preferredType - returns a type for any input, and reads up to 1,024 characters", () => {
  const near = fc.string({ unit: fc.constantFrom(...'text/html*;q=0.1," ') });
  const header = fc.oneof(fc.string(), near);
  forAll([header], (value) => {
    assert(["text", "html", "json"].includes(preferredType(value)));
  }, { numRuns: 1000 });
  assertAll("html", ["text/html".padEnd(1_024)]);
  assertAll("text", ["text/html".padEnd(1_025)]);
});

Deno.test("preferredType - follows the qualities in any order", () => {
  const quality = fc.integer({ min: 0, max: 1000 }).map((q) => q / 1000);
  forAll(
    [quality, quality, quality, fc.boolean()],
    (text, html, json, turned) => {
      const ranges = [
        `text/plain;q=${text}`,
        `text/html;q=${html}`,
        `application/json;q=${json}`,
      ];
      const accept = (turned ? ranges.reverse() : ranges).join(", ");
      const best = Math.max(text, html, json);
      const inOrder = Object.entries({ text, html, json });
      const named = turned ? inOrder.reverse() : inOrder;
      const first = named.find(([, quality]) => quality === best)?.[0];
      assert.equal(preferredType(accept), best === 0 ? "text" : first);
    },
  );
});
