import assert from "node:assert/strict";
import { keptJson, keptJsonAnswer } from "../../../lib/http/kept_json.ts";
import { openHeaders } from "../../support/answers.ts";

const kept = keptJson({ a: "é" });
const { etag } = kept;
const shared = {
  ...openHeaders,
  "cache-control": "private, max-age=3600",
  "etag": etag,
  "x-content-type-options": "nosniff",
};

Deno.test("keptJson - bytes in UTF-8, and a tag of theirs alone", () => {
  assert.equal(new TextDecoder().decode(kept.bytes), '{"a":"é"}');
  assert.match(etag, /^"[\w-]{43}"$/);
  assert.equal(keptJson({ a: "é" }).etag, etag);
  assert.notEqual(keptJson({ a: "e" }).etag, etag);
});

Deno.test("keptJsonAnswer - all of it, with its tag", async () => {
  const answer = keptJsonAnswer(kept, new Headers());
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.fromEntries(answer.headers), {
    ...shared,
    "content-type": "application/json; charset=utf-8",
  });
  assert.equal(await answer.text(), '{"a":"é"}');
});

for (const known of [etag, `W/${etag}`, `"old", W/${etag} ,"x"`, "*"]) {
  Deno.test(`keptJsonAnswer - nothing more for whoever has ${known}`, () => {
    const asked = new Headers({ "if-none-match": known });
    const answer = keptJsonAnswer(kept, asked);
    assert.deepEqual([answer.status, answer.body], [304, null]);
    assert.deepEqual(Object.fromEntries(answer.headers), shared);
  });
}

for (const known of ['"old"', etag.slice(1, -1), `${etag}x`, "", `"*"`]) {
  Deno.test(`keptJsonAnswer - all of it for whoever has ${known || "nothing"}`, () => {
    const asked = new Headers({ "if-none-match": known });
    assert.equal(keptJsonAnswer(kept, asked).status, 200);
  });
}
