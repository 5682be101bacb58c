import assert from "node:assert/strict";
import { noSuchBan } from "../../../lib/limits/no_such_ban.ts";

Deno.test("noSuchBan - is 404 in words", () => {
  const { status, code, message } = noSuchBan();
  assert.deepEqual([status, code, message], [
    404,
    "NOT_FOUND",
    "There is no such ban any more.",
  ]);
});
