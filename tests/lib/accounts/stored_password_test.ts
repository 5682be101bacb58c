import assert from "node:assert/strict";
import fc from "fast-check";
import {
  asStoredPassword,
  storedPasswordText,
} from "../../../lib/accounts/stored_password.ts";
import { codePoint } from "../../support/code_point.ts";

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length });

Deno.test("storedPasswordText - names the function and its cost", () => {
  const text = storedPasswordText({
    ln: 15,
    salt: new Uint8Array(16).fill(255),
    key: new Uint8Array(32),
  });
  assert.equal(
    text,
    `$scrypt$ln=15,r=8,p=1$${"_".repeat(21)}w$${"A".repeat(43)}`,
  );
});

Deno.test("asStoredPassword - reads what was written", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 17 }),
      bytes(16),
      bytes(32),
      (ln, salt, key) => {
        const text = storedPasswordText({ ln, salt, key });
        assert.deepEqual(asStoredPassword(text), { ln, salt, key });
      },
    ),
  );
});

Deno.test("asStoredPassword - null for another function, cost or length", () => {
  const [salt, key] = ["A".repeat(22), "A".repeat(43)];
  const bad = [
    "",
    "secret",
    `$2b$12$${salt}${key}`,
    `$scrypt$ln=0,r=8,p=1$${salt}$${key}`,
    `$scrypt$ln=18,r=8,p=1$${salt}$${key}`,
    `$scrypt$ln=99,r=8,p=1$${salt}$${key}`,
    `$scrypt$ln=15,r=9,p=1$${salt}$${key}`,
    `$scrypt$ln=15,r=8,p=2$${salt}$${key}`,
    `$scrypt$ln=15,r=8,p=1$$`,
    `$scrypt$ln=15,r=8,p=1$${salt}A$${key}`,
    `$scrypt$ln=15,r=8,p=1$${salt}$${key}\n`,
  ];
  assert.deepEqual(bad.filter((text) => asStoredPassword(text) !== null), []);
});

Deno.test("asStoredPassword - takes any text without a fault", () => {
  fc.assert(fc.property(fc.string({ unit: codePoint }), (text) => {
    assert.equal(asStoredPassword(text), null);
  }));
});
