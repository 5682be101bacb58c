import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { parseTicket, signTicket } from "../../../lib/accounts/ad_ticket.ts";
import { START_MS } from "./rig.ts";

const key = new Uint8Array(32).fill(7);
const ticket = { id: "t", accountId: "a", issuedAtMs: START_MS };

Deno.test("signTicket - is a payload and an HMAC-SHA256 of it, in base64url", () => {
  const text = signTicket(ticket, key);
  const [payload, signature, ...more] = text.split(".");
  assert.deepEqual(more, []);
  assert.deepEqual(
    JSON.parse(Buffer.from(payload, "base64url").toString()),
    ticket,
  );
  const hmac = createHmac("sha256", key).update(`ad ticket ${payload}`);
  assert.equal(signature, hmac.digest("base64url"));
});

Deno.test("parseTicket - gives back what was signed", () => {
  const tickets = fc.record({
    id: fc.string({ maxLength: 30 }),
    accountId: fc.string({ maxLength: 30 }),
    issuedAtMs: fc.nat(),
  }, { noNullPrototype: true });
  fc.assert(fc.property(tickets, (ticket) => {
    assert.deepEqual(parseTicket(signTicket(ticket, key), key), ticket);
  }));
});

Deno.test("parseTicket - any change of a ticket makes it void", () => {
  const text = signTicket(ticket, key);
  const at = fc.nat({ max: text.length });
  const alphabet = [
    ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ é",
  ];
  const changed = fc.tuple(
    at,
    fc.nat({ max: 2 }),
    fc.array(fc.constantFrom(...alphabet), { maxLength: 3 }),
  ).map(([i, cut, more]) =>
    text.slice(0, i) + more.join("") + text.slice(i + cut)
  )
    .filter((other) => other !== text);
  fc.assert(
    fc.property(changed, (other) => {
      assert.equal(parseTicket(other, key), null);
    }),
    { numRuns: 2_000 },
  );
  // Not one character of it may be another, those that stand for the same bytes included.
  for (let i = 0; i < text.length; i++) {
    for (const character of alphabet) {
      const other = text.slice(0, i) + character + text.slice(i + 1);
      if (other !== text) assert.equal(parseTicket(other, key), null);
    }
  }
});

Deno.test("parseTicket - null for whatever else, and for another key", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    assert.equal(parseTicket(text, key), null);
  }));
  for (const text of ["", ".", "..", "a.", ".b", "x".repeat(5_000)]) {
    assert.equal(parseTicket(text, key), null, text);
  }
  const other = new Uint8Array(32).fill(8);
  assert.equal(parseTicket(signTicket(ticket, key), other), null);
});

Deno.test("parseTicket - null for a payload of another shape, rightly signed", () => {
  for (const value of [null, [], { id: 1 }, { ...ticket, issuedAtMs: -1 }]) {
    const text = signTicket(Object(value), key);
    assert.equal(parseTicket(text, key), null);
  }
});
