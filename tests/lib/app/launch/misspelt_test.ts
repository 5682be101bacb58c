import assert from "node:assert/strict";
import manifest from "../../../../deno.json" with { type: "json" };
import {
  closest,
  misspelt,
  misspeltText,
} from "../../../../lib/app/launch/misspelt.ts";

const known = manifest.permissions.serve.env;

Deno.test("misspelt - finds names that are close to a variable", () => {
  const names = ["DATA_DIRR", "TRUSTED_PROXY", "RATELIMIT_TEXT", "BASE_UR"]
    .concat("THREDS", "WHOS");
  assert.deepEqual(misspelt(names, known).map(misspeltText), [
    "there is no variable DATA_DIRR: did you mean DATA_DIR?",
    "there is no variable TRUSTED_PROXY: did you mean TRUSTED_PROXIES?",
    "there is no variable RATELIMIT_TEXT: did you mean RATE_LIMIT_TEXT?",
    "there is no variable BASE_UR: did you mean BASE_URL?",
    "there is no variable THREDS: did you mean THREADS?",
  ]);
});

Deno.test("misspelt - leaves alone what belongs to others", () => {
  const names = ["HOME", "HOSTS", "PATH", "PWD", "LANG", "DENO_DIR", "TERM"]
    .concat("HOSTNAME", "NO_COLOR", "DENO_NO_UPDATE_CHECK", "DATABASE_URL")
    .concat("XDG_DATA_DIRS", "SSH_CLIENT", "LOGNAME", "NODE_ENV", "SHLVL");
  assert.deepEqual(misspelt([...names, ...known], known), []);
});

Deno.test("closest - prefers fewer changes, and finds nothing for other words", () => {
  assert.equal(closest("bakcup", ["restore", "backup"], 1 / 3), "backup");
  assert.equal(closest("abcde", ["abcdefg", "abcdef"], 1 / 3), "abcdef");
  // One letter less or more is less than two others.
  assert.equal(closest("abcdef", ["abcdxx", "abcde"], 1 / 3), "abcde");
  assert.equal(closest("abcde", ["abcxx", "abcdef"], 2 / 5), "abcdef");
  assert.equal(closest("abc", ["abcd"], 1 / 4), "abcd");
  assert.equal(closest("help", ["restore", "backup"], 1 / 3), null);
});
