import assert from "node:assert/strict";
import { unavailable } from "../../../lib/store/unavailable.ts";
import { UNAVAILABLE } from "../accounts/quota_rig.ts";
import { refusalOf } from "../accounts/rig.ts";

Deno.test("unavailable - asks to come back, and keeps the cause to itself", async () => {
  const cause = new Error("disk I/O error");
  const error = unavailable(cause);
  assert.equal(error.cause, cause);
  assert.deepEqual(await refusalOf(Promise.reject(error)), UNAVAILABLE);
});
