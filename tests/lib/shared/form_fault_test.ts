import assert from "node:assert/strict";
import { faultOf } from "../../../lib/shared/form_fault.ts";

Deno.test("faultOf - is what is wrong with that very field", () => {
  const fault = { field: "email", message: "Taken." };
  assert.equal(faultOf("email", fault), "Taken.");
  assert.equal(faultOf("password", fault), undefined);
  assert.equal(faultOf("email", { field: null, message: "Later." }), undefined);
  assert.equal(faultOf("email", null), undefined);
});
