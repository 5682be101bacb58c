import assert from "node:assert/strict";
import { isIP } from "node:net";
import fc from "fast-check";
import {
  parseDnsName,
  parseDomain,
  parseHostname,
} from "../../../lib/net/domain.ts";
import { codePoint } from "../../support/code_point.ts";
import { forAll } from "../../support/for_all.ts";
import { assertResults, words } from "../../support/tables.ts";
import samples from "./domain.json" with { type: "json" };

/** What a parser makes of a text, null if it refuses it. */
function ascii(text: string, parse = parseDomain) {
  const domain = parse(text);
  return domain && domain.ascii;
}

/** 253 characters: three labels of 63, one of 61, and their dots. */
const LONGEST = `${`${"a".repeat(63)}.`.repeat(3)}${"b".repeat(61)}`;

Deno.test("parseDomain - lower-case A-labels without the trailing dot", () =>
  assertResults<string | null>((text) => ascii(text), samples.domains));

Deno.test("parseDomain - null for anything else, such as names that other parsers read as an address", () => {
  // JSON cannot contain half a pair.
  const texts = [...samples.badDomains, "a\ud800.example"];
  texts.push(...samples.addressLike);
  assert.deepEqual(texts.filter((text) => parseDomain(text) !== null), []);
});

Deno.test("parseDomain - labels up to 63 characters, names up to 253, in their ASCII form", () => {
  assert.equal(ascii(`${"a".repeat(63)}.example`)?.length, 71);
  assert.equal(ascii(`${"a".repeat(64)}.example`), null);
  assert.equal(ascii(LONGEST), LONGEST);
  assert.equal(ascii(`${LONGEST}.`), LONGEST);
  assert.equal(parseDomain(`${LONGEST}b`), null);
  assert.equal(ascii(`${LONGEST}b.`), null);
  assert.equal(parseDomain(`${"ü".repeat(63)}.example`), null);
  const long = `${"bücher-bücher-bücher.".repeat(11)}example`;
  assert.equal(parseDomain(long), null);
});

Deno.test("parseDomain, parseDnsName - null for more than 254 characters, even if the ASCII form is shorter", () => {
  for (const parse of [parseDomain, parseDnsName]) {
    assert.equal(ascii(`\u00ad${LONGEST}`, parse), LONGEST);
    assert.equal(ascii(`\u00ad\u00ad${LONGEST}`, parse), null);
  }
});

const unit = fc.constantFrom(..."aZ09-_.xnüß①例\u00ad\u200d０ｘ。");
const label = fc.string({ unit, maxLength: 12 });

Deno.test("parseDomain - accepts every name of plain labels, and accepted names satisfy the label rules", () => {
  const plain = fc.stringMatching(/^[a-z]([a-z0-9-]{0,20}[a-z0-9])?$/)
    .filter((label) => !label.startsWith("xn--"));
  forAll([fc.array(plain, { minLength: 2, maxLength: 5 })], (labels) => {
    const name = labels.join(".");
    assert.equal(ascii(name), name);
    assert.equal(ascii(`${name.toUpperCase()}.`), name);
  });
  const name = fc.array(fc.oneof(label, fc.string({ unit: codePoint })), {
    maxLength: 5,
  }).map((labels) => labels.join("."));
  forAll([name], (text) => {
    const name = ascii(text);
    if (name === null) return;
    const labels = name.split(".");
    assert(name.length <= 253 && labels.length >= 2);
    assert(labels.every((label) => /^_?[a-z0-9-]{1,63}$/.test(label)));
    assert(labels.every((label) => label.length <= 63));
    assert(!labels.some((label) => /^_?-|-$/.test(label)));
    assert(!/^\d+$/.test(labels.at(-1)!));
    assert.equal(isIP(new URL(`http://${name}/`).hostname), 0);
    assert.equal(ascii(name), name);
  }, { numRuns: 2000 });
});

Deno.test("parseHostname - lower case without the trailing dot, null for anything else", () => {
  const own = words`a_b.example.test _dmarc.example 192-0-2-1.isp.example
    localhost xn--bcher-kva.example ${"a".repeat(63)}.example ${LONGEST}`;
  for (const name of own) assert.equal(parseHostname(name), name);
  for (const text of ["dns.google", "DNS.Google."]) {
    assert.equal(parseHostname(text), "dns.google");
  }
  const texts = [
    ...["", "bad name.example", "b\u00fccher.example", "a\u202e.example"],
    ...["a\n.example", "\u212a.example", `${"a.".repeat(126)}ab`],
    ...words`. <script> -a.example a..example .example a.example..`,
    "a".repeat(64) + ".example",
  ];
  for (const text of texts) {
    assert.equal(parseHostname(text), null, JSON.stringify(text));
  }
});

Deno.test("parseHostname - returns null or a name that it parses to itself", () => {
  const near = fc.stringMatching(/^[a-zA-Z0-9_.-]*$/);
  const names = fc.oneof(fc.string({ unit: codePoint }), fc.domain(), near);
  forAll([names], (text) => {
    const name = parseHostname(text);
    if (name === null) return;
    assert.match(name, /^[a-z0-9_][a-z0-9_.-]*$/);
    assert(name.length <= 253);
    assert.equal(parseHostname(name), name);
  });
});

Deno.test("parseDnsName - accepts what zones can contain, and every name that parseDomain accepts, as the same", () => {
  assertResults<string | null>((text) => ascii(text, parseDnsName), {
    "my_host.example.com": "my_host.example.com",
    "selector_1._domainkey.Example.com.": "selector_1._domainkey.example.com",
    "*.example.com": "*.example.com",
    "*.bücher.example": "*.xn--bcher-kva.example",
    "-a-.example": "-a-.example",
    "*.com": "*.com",
    "a.*.example.com": null,
    "*a.example.com": null,
    "*": null,
    "com": null,
    "a..example": null,
    "": null,
    "a.example.0x7f": null,
    "a b.example": null,
    "a/b.example": null,
    [`${"a".repeat(64)}.example`]: null,
    [`${"a".repeat(63)}.example`]: `${"a".repeat(63)}.example`,
    [`${"a.".repeat(130)}example`]: null,
    [`${LONGEST}.`]: LONGEST,
    [`a${LONGEST}`]: null,
  });
  forAll(
    [fc.domain()],
    (name) => assert.deepEqual(parseDnsName(name), parseDomain(name)),
  );
});
