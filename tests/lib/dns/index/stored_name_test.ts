import assert from "node:assert/strict";
import {
  behindPrefix,
  octetsOf,
  reversed,
  storedName,
  textOf,
} from "../../../../lib/dns/index/stored_name.ts";

Deno.test("storedName - lower case for ASCII letters, nothing else", () => {
  assert.equal(storedName("WWW.Example.COM"), "www.example.com");
  assert.equal(storedName("İ.ÄÖ.Σ"), "İ.ÄÖ.Σ");
  assert.equal(storedName("a\0B%_'\"*\\"), "a\0b%_'\"*\\");
});

Deno.test("storedName - half a surrogate pair becomes U+FFFD", () => {
  assert.equal(storedName("a\ud800b"), "a\ufffdb");
});

Deno.test("storedName - null for what is empty or longer than 1,024 octets", () => {
  assert.equal(storedName(""), null);
  assert.equal(storedName("a".repeat(1_024)), "a".repeat(1_024));
  assert.equal(storedName("a".repeat(1_025)), null);
  assert.equal(storedName("é".repeat(512)), "é".repeat(512));
  assert.equal(storedName("é".repeat(513)), null);
});

Deno.test("reversed - octets from the last to the first, the given ones stay", () => {
  const octets = octetsOf("aé");
  assert.deepEqual([...reversed(octets)], [0xa9, 0xc3, 0x61]);
  assert.equal(textOf(octets), "aé");
});

Deno.test("behindPrefix - behind every name that begins alike", () => {
  const end = behindPrefix(octetsOf("ab"));
  assert.equal(octetsOf("ab\u{10ffff}\u{10ffff}").compare(end), -1);
  assert.equal(octetsOf("ac").compare(end), 1);
});
