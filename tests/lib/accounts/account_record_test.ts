import assert from "node:assert/strict";
import { accountWith } from "../../support/account.ts";
import fc from "fast-check";
import {
  asAccount,
  canonicalEmail,
  parseEmail,
  passwordError,
  storedEmail,
} from "../../../lib/accounts/account_record.ts";
import { codePoint } from "../../support/code_point.ts";
import { forAll } from "../../support/for_all.ts";
import { emailOf, PASSWORD } from "./fixture.ts";
import samples from "./account_record.json" with { type: "json" };

Deno.test("parseEmail - keeps the typed text, and folds the key", () => {
  const text = "Ann.Lee+ip@Example.COM";
  const email = { text, key: "ann.lee+ip@example.com" };
  assert.deepEqual(parseEmail(` ${text}\n`), email);
  // Of full-width characters, too.
  assert.equal(parseEmail("ａｎｎ＠example．com")?.key, "ann@example.com");
});

Deno.test("parseEmail - refuses malformed addresses", () => {
  for (const text of samples.malformedAddresses) {
    assert.equal(parseEmail(text), null, text);
  }
});

Deno.test("parseEmail - accepts up to 254 characters", () => {
  const ofLength = (length: number) => "a@" + "b".repeat(length - 6) + ".com";
  assert.equal(parseEmail(ofLength(254))?.key, ofLength(254));
  assert.equal(parseEmail(ofLength(255)), null);
  // Each of these folds to eighteen characters.
  assert.equal(parseEmail("\ufdfa".repeat(200) + "@example.com"), null);
});

Deno.test("parseEmail - all spellings of an address have the same key", () =>
  forAll(
    [fc.emailAddress(), fc.constantFrom("", " ", "\t\n")],
    (address, space) => {
      // RFC 5322 allows more in a mailbox's name than is taken here.
      fc.pre(/^[\w.+'-]*[\w+-]@/.test(address));
      const email = parseEmail(space + address + space);
      assert.deepEqual(email, { text: address, key: address.toLowerCase() });
      assert.equal(parseEmail(address.toUpperCase())?.key, email?.key);
    },
  ));

Deno.test("parseEmail - any text is null, or has an ASCII key that parses to itself", () => {
  const part = fc.oneof(fc.string({ unit: codePoint }), fc.constant("a"));
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.tuple(part, part).map(([name, host]) => `${name}@${host}.com`),
  );
  forAll([text], (text) => {
    const email = parseEmail(text);
    if (email === null) return;
    assert.match(email.key, /^[!-~]{6,254}$/);
    assert.equal(email.text, text.trim());
    const { key } = email;
    assert.deepEqual(parseEmail(key), { text: key, key });
    assert.deepEqual(storedEmail(email.text), email);
  });
});

Deno.test("asAccount - a stored account, and null for anything else", () => {
  const account = accountWith({ spentSlots: [{ slot: 0, untilMs: 1 }] });
  assert.deepEqual(asAccount({ ...account }), account);
  for (const value of [null, {}, { ...account, tier: "gold" }]) {
    assert.equal(asAccount(value), null);
  }
});

Deno.test("canonicalEmail - folding twice changes nothing", () =>
  forAll([fc.emailAddress()], (address) => {
    const folded = canonicalEmail(address);
    assert.equal(canonicalEmail(folded), folded);
  }));

Deno.test("passwordError - returns the reason for refusing a password", () => {
  const email = emailOf("Ann.Lee@example.com");
  const tooShort = { reason: "password_too_short", min: 10 };
  const faults = {
    "": tooShort,
    "ninechars": tooShort,
    // Nine characters, though eighteen units of UTF-16.
    "🐴🔋📎🐎🍏🍐🍊🍋🍌": tooShort,
    ["ab".repeat(100) + "c"]: { reason: "password_too_long", max: 200 },
    "ann.lee@example.com": { reason: "password_is_email" },
    " ANN.LEE@EXAMPLE.COM ": { reason: "password_is_email" },
    "aaaaaaaaaaaa": { reason: "password_one_character" },
    ["🐴".repeat(10)]: { reason: "password_one_character" },
  };
  for (const [password, sentence] of Object.entries(faults)) {
    assert.deepEqual(passwordError(password, email), sentence, password);
  }
  for (const good of ["ten chars!", "ab".repeat(100), PASSWORD]) {
    assert.equal(passwordError(good, email), null, good);
  }
});
