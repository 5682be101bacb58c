import assert from "node:assert/strict";
import fc from "fast-check";
import { parseHostname } from "../../../lib/net/hostname.ts";
import { codePoint } from "../../support/code_point.ts";

Deno.test("parseHostname - gives lower case without the root's dot", () => {
  for (
    const [text, name] of [
      ["dns.google", "dns.google"],
      ["DNS.Google.", "dns.google"],
      ["a_b.example.test", "a_b.example.test"],
      ["_dmarc.example", "_dmarc.example"],
      ["192-0-2-1.isp.example", "192-0-2-1.isp.example"],
      ["localhost", "localhost"],
      ["xn--bcher-kva.example", "xn--bcher-kva.example"],
      ["a".repeat(63) + ".example", "a".repeat(63) + ".example"],
    ]
  ) {
    assert.equal(parseHostname(text), name);
  }
});

Deno.test("parseHostname - refuses what can be no host name", () => {
  for (
    const text of [
      "",
      ".",
      "<script>",
      "bad name.example",
      "b\u00fccher.example",
      "-a.example",
      "a..example",
      ".example",
      "a.example..",
      "a\u202e.example",
      "a\n.example",
      "\u212a.example",
      "a".repeat(64) + ".example",
      `${"a.".repeat(126)}ab`,
    ]
  ) {
    assert.equal(parseHostname(text), null, JSON.stringify(text));
  }
});

Deno.test("parseHostname - gives null or a name that it gives again", () => {
  const names = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.domain(),
    fc.stringMatching(/^[a-zA-Z0-9_.-]*$/),
  );
  fc.assert(fc.property(names, (text) => {
    const name = parseHostname(text);
    if (name === null) return;
    assert.match(name, /^[a-z0-9_][a-z0-9_.-]*$/);
    assert(name.length <= 253);
    assert.equal(parseHostname(name), name);
  }));
});
