import assert from "node:assert/strict";
import { PageTemplate, slot } from "../../../lib/http/page_template.ts";

const decoder = new TextDecoder();

Deno.test("PageTemplate - fills each slot wherever it is, in UTF-8", () => {
  const html = `<b title="${slot("name")}">${slot("name")}</b> – ${
    slot("text")
  }`;
  const template = new PageTemplate(html, ["name", "text"]);
  assert.equal(
    decoder.decode(template.fill({ name: "ä", text: "$& 中文 🇩🇪" })),
    '<b title="ä">ä</b> – $& 中文 🇩🇪',
  );
  assert.equal(
    decoder.decode(template.fill({ name: "", text: "" })),
    '<b title=""></b> – ',
  );
});

Deno.test("PageTemplate - a slot in a value is text", () => {
  const template = new PageTemplate(slot("a") + slot("b"), ["a", "b"]);
  assert.equal(
    decoder.decode(template.fill({ a: slot("b"), b: "x" })),
    slot("b") + "x",
  );
});

Deno.test("PageTemplate - fills pages of any length, each in separate bytes", () => {
  const template = new PageTemplate(`<p>${slot("text")}</p>`, ["text"]);
  const short = template.fill({ text: "short" });
  const long = "中".repeat(200_000);
  assert.equal(decoder.decode(template.fill({ text: long })), `<p>${long}</p>`);
  assert.equal(decoder.decode(short), "<p>short</p>");
  assert.equal(short.buffer.byteLength, short.length);
});

Deno.test("PageTemplate - refuses a page without its slots, or with others", () => {
  assert.throws(() => new PageTemplate(`<p>${slot("a")}</p>`, ["a", "b"]), {
    name: "TypeError",
    message: "Expected the slots a,b, received a",
  });
  assert.throws(() => new PageTemplate(slot("c"), []), {
    name: "TypeError",
    message: "Expected the slots , received c",
  });
});
