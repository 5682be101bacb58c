import assert from "node:assert/strict";
import fc from "fast-check";
import {
  looksLikeAsn,
  parseAddressTarget,
  parseAsn,
  parseDomainTarget,
  parseTarget,
  parseTargetText,
  type Target,
  type TargetError,
} from "../../../lib/net/target.ts";
import { addressLike } from "./arbitraries.ts";
import { codePoint } from "../../support/code_point.ts";
import { ip } from "../../support/address.ts";
import { forAll } from "../../support/for_all.ts";
import { assertResults, words } from "../../support/tables.ts";
import samples from "./target.json" with { type: "json" };

/** The parsed target as text: the address, the name, or the error code. */
function outcome(target: Target): string {
  switch (target.kind) {
    case "address":
      return target.ip.text;
    case "domain":
      return target.domain.ascii;
    case "error":
      return target.code;
  }
}

const assertOutcomes = (
  parse: (text: string) => Target,
  expected: Record<string, string>,
) => assertResults((text) => outcome(parse(text)), expected);

/** Asserts that each text is refused with a code. */
function assertCode(code: string, texts: string[]) {
  const others = texts.filter((text) => outcome(parseTarget(text)) !== code);
  assert.deepEqual(others, []);
}

const LONGEST = `${`${"a".repeat(63)}.`.repeat(3)}${"b".repeat(61)}`;

Deno.test("parseTarget - addresses and names", () => {
  assertOutcomes(parseTarget, {
    "8.8.8.8": "8.8.8.8",
    "8%2e8.8%2E8": "8.8.8.8",
    "2001:DB8::1": "2001:db8::1",
    "2001%3adb8%3A%3a1": "2001:db8::1",
    "::ffff:1.2.3.4": "1.2.3.4",
    "::FFFF:102:304": "1.2.3.4",
    "example.com": "example.com",
    "EXAMPLE.com.": "example.com",
    "b%C3%BCcher.example": "xn--bcher-kva.example",
    "bücher.example": "xn--bcher-kva.example",
    [LONGEST]: LONGEST,
  });
  const address = { kind: "address", ip: ip("8.8.8.8") };
  assert.deepEqual(parseTarget("8.8.8.8"), address);
});

Deno.test("parseTarget - INVALID_TARGET comes first; a colon makes it IPv6 or INVALID_IPV6, only digits and dots IPv4 or INVALID_IPV4, all else a name or INVALID_DOMAIN", () => {
  assertCode("INVALID_TARGET", [
    "",
    ...words`%20 %208.8.8.8 8.8.8.8%20 8.8.8.8%0a 8.8.8.8%00 8.8.8.8%7f
      8.8.8.8%C2%85 8.8.8.8%C2%A0 8.8.8.8%E3%80%80 8.8.8.8%2f24
      2001:db8::%2F32 ::1%5c ::1%3f ::1%23 user%40example.com
      example.com%E2%80%A8 %EF%BB%BFexample.com % %4 %zz 8.8.8.8%
      example%ff.com %C0%AE.example %ED%A0%80.example %u0041.example
      ${LONGEST}b ${LONGEST}.`,
    ...["1", ":", "%41"].map((text) => text.repeat(254)),
    "a".repeat(1_000_000),
    "%".repeat(1_000_000),
  ]);
  assertCode(
    "INVALID_IPV6",
    words`: ::: 1:2:3:4:5:6:7 12345:: g:: [::1] 2001:db8::1%25eth0
      fe80::1%251 fe80::1%25 8.8.8.8:80 example.com:80 ::ffff:1.2.3.04
      bücher:example`,
  );
  assertCode(
    "INVALID_IPV4",
    words`. ... 1 2130706433 127.1 1.2.3 1.2.3.4. .1.2.3.4 1.2.3.4.5
      1.2.3.04 1.2.3.256 01.2.3.4 ${"1".repeat(253)}`,
  );
  assertCode(
    "INVALID_DOMAIN",
    words`localhost 0x7f.1 0x7f.0.0.1 1.2.3.4a.5 - a..b a.-b a_b.example
      example.0x7f １２７.0.0.1 1.2.3.٤ a%25.example %252e.example
      xn--a.example 'or'1'='1.example <script>.example ${"ü".repeat(253)}
      ${"%E3%81%82".repeat(253)}`,
  );
});

Deno.test("parseTargetText - does not decode percent signs", () =>
  assertOutcomes(parseTargetText, {
    "2001:db8::1%25eth0": "INVALID_IPV6",
    "8%2e8.8.8": "INVALID_DOMAIN",
    "8.8.8.8": "8.8.8.8",
    "bücher.example": "xn--bcher-kva.example",
  }));

Deno.test("parseAddressTarget, parseDomainTarget - another kind than their own is INVALID_TARGET", () => {
  assertOutcomes(parseAddressTarget, samples.addresses);
  assertOutcomes(parseDomainTarget, samples.domains);
});

Deno.test("parseTarget - the reason why a text is not a target", () => {
  const tooLong = { reason: "target_too_long", max: 253 };
  const broken = { reason: "target_encoding_broken" };
  assertResults<unknown>((raw) => (parseTarget(raw) as TargetError).params, {
    "": { reason: "target_empty" },
    ["a".repeat(254)]: tooLong,
    "a%20b": { reason: "target_characters_invalid" },
    "%": broken,
    // As long as 253 characters can be when they are encoded, and longer.
    ["%".repeat(2277)]: broken,
    ["%".repeat(2278)]: tooLong,
    "1.2.3": { reason: "ipv4_malformed" },
    "1::%25eth0": { reason: "ipv6_malformed" },
    "localhost": { reason: "domain_malformed" },
  });
});

const anyTarget = fc.oneof(
  addressLike,
  fc.string({ unit: codePoint, maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(..."a1.:%20fü/@_-x") }),
  fc.array(fc.domain(), { minLength: 1, maxLength: 2 }).map((names) =>
    names.join("")
  ),
);

Deno.test("parseTarget - any input is an address, a name or one of four codes", () => {
  const codes = words`INVALID_TARGET INVALID_IPV4 INVALID_IPV6 INVALID_DOMAIN`;
  const parsers = [parseTarget, parseTargetText];
  parsers.push(parseAddressTarget, parseDomainTarget);
  forAll([anyTarget], (raw) => {
    for (const parse of parsers) {
      const target = parse(raw);
      if (target.kind === "error") assert(codes.includes(target.code));
    }
  }, { numRuns: 1000 });
});

Deno.test("parseTarget - parsers its own output to the same target", () =>
  forAll([anyTarget], (raw) => {
    const target = parseTarget(raw);
    if (target.kind === "error") return;
    assert.deepEqual(parseTarget(outcome(target)), target);
    assert.deepEqual(parseTargetText(outcome(target)), target);
  }, { numRuns: 1000 }));

Deno.test("parseTarget - full percent-encoding changes nothing", () => {
  const everyByte = (text: string) =>
    [...new TextEncoder().encode(text)]
      .map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  forAll(
    [anyTarget.filter((text) => text.isWellFormed())],
    (text) =>
      assert.deepEqual(parseTarget(everyByte(text)), parseTargetText(text)),
  );
});

Deno.test("parseAddressTarget, parseDomainTarget - accept what parseTarget accepts", () =>
  forAll([anyTarget], (raw) => {
    const target = parseTarget(raw);
    const address = parseAddressTarget(raw);
    const domain = parseDomainTarget(raw);
    assert.equal(address.kind === "address", target.kind === "address");
    assert.equal(domain.kind === "domain", target.kind === "domain");
    if (address.kind === "address") assert.deepEqual(address, target);
    if (domain.kind === "domain") assert.deepEqual(domain, target);
  }, { numRuns: 1000 }));

Deno.test("parseAsn - a number of 32 bits, with or without AS", () => {
  assertResults(parseAsn, {
    "AS15169": 15169,
    "as0": 0,
    "4294967295": 0xffffffff,
    "AS4294967296": null,
    "AS015169": null,
    "AS": null,
    "AS 15169": null,
  });
  assert.equal(looksLikeAsn("AS015169"), true);
  assert.equal(looksLikeAsn("AS"), false);
});
