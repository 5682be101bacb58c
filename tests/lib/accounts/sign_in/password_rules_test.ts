import assert from "node:assert/strict";
import { passwordError } from "../../../../lib/accounts/sign_in/password_rules.ts";
import { emailOf, PASSWORD } from "../fixture.ts";

Deno.test("passwordError - returns the reason for refusing a password", () => {
  const email = emailOf("Ann.Lee@example.com");
  const faults = {
    "": { reason: "password_too_short", min: 10 },
    "ninechars": { reason: "password_too_short", min: 10 },
    // Nine characters, though eighteen units of UTF-16.
    [[..."🐴🔋📎🐎🍏🍐🍊🍋🍌"].join("")]: {
      reason: "password_too_short",
      min: 10,
    },
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
