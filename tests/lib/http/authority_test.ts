import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createAuthorityCheck,
  isAuthority,
  MAX_AUTHORITY_LENGTH,
} from "../../../lib/http/authority.ts";
import { codePoint } from "../../support/code_point.ts";

const valid = [
  "ip.example",
  "ip.example.",
  "IP.Example:8000",
  "localhost",
  "a_b.example",
  "192.0.2.1",
  "192.0.2.1:80",
  "[2001:db8::1]",
  "[::ffff:192.0.2.1]:8000",
  // The port may be empty (RFC 3986 section 3.2.3).
  "ip.example:",
];

const invalid = [
  "",
  " ",
  "a b",
  "a\tb",
  "a\u00a0b",
  "a/metrics?",
  "a/",
  "a?b",
  "a#b",
  "user@a",
  "user:secret@a",
  "a\\b",
  "a%2fb",
  "a%20b",
  "b\u00fccher.example",
  "<script>",
  "a:b",
  "a:1:2",
  "a:65536",
  "::1",
  "[::1",
  "[::1::2]",
  "[fe80::1%25eth0]",
  "1.2.3.4.5",
  "a,b/c",
];

Deno.test("isAuthority - a host with or without a port", () => {
  for (const text of valid) assert.equal(isAuthority(text), true, text);
});

Deno.test("isAuthority - nothing that a parser of URLs would read otherwise", () => {
  for (const text of invalid) assert.equal(isAuthority(text), false, text);
});

Deno.test("isAuthority - no longer than any name", () => {
  const longest = `${`${"a".repeat(63)}.`.repeat(4).slice(0, 253)}.:65535`;
  assert.equal(longest.length, MAX_AUTHORITY_LENGTH);
  assert.equal(isAuthority(longest), true);
  assert.equal(isAuthority(`a${longest}`), false);
});

Deno.test("isAuthority - what it takes is the whole authority of a URL, and no more", () => {
  const text = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(..."ab1.:[]/?#@% -_"), maxLength: 12 }),
  );
  fc.assert(
    fc.property(text, (text) => {
      if (!isAuthority(text)) return;
      const url = new URL(`http://${text}/p?q`);
      assert.equal(url.pathname + url.search, "/p?q");
      assert.equal(url.username + url.password + url.hash, "");
    }),
    { numRuns: 5_000 },
  );
});

Deno.test("createAuthorityCheck - says the same again, however many hosts were named", () => {
  const check = createAuthorityCheck();
  for (let round = 0; round < 2; round++) {
    for (const text of valid) assert.equal(check(text), true, text);
    for (const text of invalid) assert.equal(check(text), false, text);
    for (let i = 0; i < 200; i++) assert.equal(check(`h${i}.example`), true);
  }
});
