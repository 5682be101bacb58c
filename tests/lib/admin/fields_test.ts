import assert from "node:assert/strict";
import { changeFields, submittedSettings } from "../../../lib/admin/fields.ts";
import { Form } from "../../../lib/http/form.ts";
import {
  type FieldSettings,
  HOME_FIELD_NAMES,
} from "../../../lib/ipinfo/view/home_fields.ts";

function formOf(fields: Record<string, string>): Form {
  return new Form(new URLSearchParams(fields));
}

const by = { name: "root@example.com", accountId: "1" };

Deno.test("submittedSettings - a checkbox that was not sent is off", () => {
  const { guest, member } = submittedSettings(formOf({
    "guest.city": "yes",
    "member.riskReasons": "yes",
    "member.nonsense": "yes",
  }));
  assert.deepEqual(Object.keys(guest), HOME_FIELD_NAMES);
  assert.deepEqual(Object.keys(member), HOME_FIELD_NAMES);
  const on = (shown: Record<string, boolean>) =>
    Object.keys(shown).filter((field) => shown[field]);
  assert.deepEqual(on(guest), ["city"]);
  assert.deepEqual(on(member), ["riskReasons"]);
});

Deno.test("submittedSettings - the abuse contact is never shown to guests", () => {
  const both = { "guest.abuseContact": "yes", "member.abuseContact": "yes" };
  const { guest, member } = submittedSettings(formOf(both));
  assert.equal(guest.abuseContact, false);
  assert.equal(member.abuseContact, true);
});

Deno.test("changeFields - sets the ticked fields for the version of the form", async () => {
  const calls: [FieldSettings, unknown, unknown][] = [];
  const fieldSwitches = {
    set(...args: [FieldSettings, unknown, unknown?]) {
      calls.push([args[0], args[1], args[2]]);
      return Promise.resolve();
    },
  };
  const form = formOf({ action: "fields", version: "7", "guest.asn": "yes" });
  assert.equal(await changeFields(fieldSwitches, form, by), "fields");
  // Where nothing was ever chosen the version is empty.
  await changeFields(fieldSwitches, formOf({ action: "fields" }), by);
  assert.deepEqual(calls, [
    [submittedSettings(form), by, "7"],
    [submittedSettings(formOf({})), by, ""],
  ]);
  const refusal = { name: "InputError", field: "action" };
  await assert.rejects(changeFields(fieldSwitches, formOf({}), by), refusal);
  assert.equal(calls.length, 2);
});
