import assert from "node:assert/strict";
import fc from "fast-check";
import {
  asFieldSettings,
  fieldChanges,
} from "../../../lib/settings/field_settings.ts";
import {
  DEFAULT_FIELD_SETTINGS,
  HOME_FIELD_NAMES,
  mayShow,
} from "../../../lib/shared/home_fields.ts";

function guestWith(change: object) {
  return {
    guest: { ...DEFAULT_FIELD_SETTINGS.guest, ...change },
    member: DEFAULT_FIELD_SETTINGS.member,
  };
}

const odd = [null, undefined, 7, "guest", [], {}, { guest: 7, member: [] }];
for (const value of odd) {
  Deno.test(`asFieldSettings - the defaults for ${JSON.stringify(value)}`, () => {
    assert.deepEqual(asFieldSettings(value), DEFAULT_FIELD_SETTINGS);
  });
}

Deno.test("asFieldSettings - takes what is chosen, and the default for what is not", () => {
  assert.deepEqual(
    asFieldSettings({ guest: { city: false, riskReasons: true } }),
    guestWith({ city: false, riskReasons: true }),
  );
  assert.deepEqual(asFieldSettings({ member: { abuseContact: false } }), {
    guest: DEFAULT_FIELD_SETTINGS.guest,
    member: { ...DEFAULT_FIELD_SETTINGS.member, abuseContact: false },
  });
});

Deno.test("asFieldSettings - a choice that is not true or false is none", () => {
  assert.deepEqual(
    asFieldSettings({ guest: { city: 0, region: "no", isp: null } }),
    DEFAULT_FIELD_SETTINGS,
  );
});

Deno.test("asFieldSettings - ignores fields and audiences it does not know", () => {
  assert.deepEqual(
    asFieldSettings(JSON.parse(
      '{"guest":{"shoeSize":true,"__proto__":{"city":false}},"robot":{}}',
    )),
    DEFAULT_FIELD_SETTINGS,
  );
});

Deno.test("asFieldSettings - never gives guests what is for members only", () => {
  const every = Object.fromEntries(HOME_FIELD_NAMES.map((f) => [f, true]));
  const { guest } = asFieldSettings({ guest: every, member: every });
  assert.deepEqual(
    HOME_FIELD_NAMES.filter((field) => !guest[field]),
    ["abuseContact"],
  );
});

Deno.test("asFieldSettings - any value gives every field, and guests no more than they may see", () => {
  const choices = fc.dictionary(
    fc.oneof(fc.constantFrom(...HOME_FIELD_NAMES), fc.string()),
    fc.oneof(fc.boolean(), fc.anything()),
  );
  const record = fc.oneof(
    fc.record({ guest: choices, member: choices }),
    fc.anything(),
  );
  fc.assert(fc.property(record, (value) => {
    const settings = asFieldSettings(value);
    for (const audience of ["guest", "member"] as const) {
      const fields = settings[audience];
      assert.deepEqual(Object.keys(fields), HOME_FIELD_NAMES);
      for (const field of HOME_FIELD_NAMES) {
        assert.equal(typeof fields[field], "boolean");
        assert(mayShow(field, audience) || !fields[field]);
      }
    }
    assert.deepEqual(asFieldSettings(settings), settings);
  }));
});

Deno.test("asFieldSettings - gives what nobody can change by the way", () => {
  assert(Object.isFrozen(asFieldSettings(null).guest));
});

Deno.test("fieldChanges - names what differs, by audience", () => {
  const before = DEFAULT_FIELD_SETTINGS;
  assert.equal(fieldChanges(before, before), "");
  assert.equal(
    fieldChanges(before, {
      guest: { ...before.guest, city: false, riskReasons: true },
      member: { ...before.member, isp: false },
    }),
    "guest: -city +riskReasons; member: -isp",
  );
});
