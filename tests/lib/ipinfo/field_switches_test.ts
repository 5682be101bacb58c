import assert from "node:assert/strict";
import fc from "fast-check";
import {
  fieldChanges,
  FieldSwitches,
  parseFieldSettings,
} from "../../../lib/ipinfo/field_switches.ts";
import {
  DEFAULT_FIELD_SETTINGS,
  type FieldSettings,
  HOME_FIELD_NAMES,
  type HomeField,
  mayShow,
} from "../../../lib/ipinfo/view/home_fields.ts";
import { Audit } from "../../../lib/store/audit.ts";
import { InputError } from "../../../lib/core/errors.ts";
import { fieldSettingsKey } from "../../../lib/store/keys.ts";
import { KvChangePoller } from "../../../lib/store/kv_change_poller.ts";
import { Store } from "../../../lib/store/store.ts";
import { gatedKv, withKv, withKvFile } from "../limits/gated_kv.ts";
import { testIn } from "../../support/test_with.ts";

const test = testIn(withKv);

function storedGuestWith(change: object) {
  return {
    guest: { ...DEFAULT_FIELD_SETTINGS.guest, ...change },
    member: DEFAULT_FIELD_SETTINGS.member,
  };
}

const odd = [null, undefined, 7, "guest", [], {}, { guest: 7, member: [] }];
for (const value of odd) {
  Deno.test(`parseFieldSettings - returns the defaults for ${JSON.stringify(value)}`, () => {
    assert.deepEqual(parseFieldSettings(value), DEFAULT_FIELD_SETTINGS);
  });
}

Deno.test("parseFieldSettings - keeps chosen values, and adds defaults for others", () => {
  assert.deepEqual(
    parseFieldSettings({ guest: { city: false, riskReasons: true } }),
    storedGuestWith({ city: false, riskReasons: true }),
  );
  assert.deepEqual(parseFieldSettings({ member: { abuseContact: false } }), {
    guest: DEFAULT_FIELD_SETTINGS.guest,
    member: { ...DEFAULT_FIELD_SETTINGS.member, abuseContact: false },
  });
});

Deno.test("parseFieldSettings - ignores values that are not booleans", () => {
  assert.deepEqual(
    parseFieldSettings({ guest: { city: 0, region: "no", isp: null } }),
    DEFAULT_FIELD_SETTINGS,
  );
});

Deno.test("parseFieldSettings - ignores unknown fields and audiences", () => {
  assert.deepEqual(
    parseFieldSettings(JSON.parse(
      '{"guest":{"shoeSize":true,"__proto__":{"city":false}},"robot":{}}',
    )),
    DEFAULT_FIELD_SETTINGS,
  );
});

Deno.test("parseFieldSettings - never shows guests the fields for members only", () => {
  const every = Object.fromEntries(HOME_FIELD_NAMES.map((f) => [f, true]));
  const { guest } = parseFieldSettings({ guest: every, member: every });
  assert.deepEqual(
    HOME_FIELD_NAMES.filter((field) => !guest[field]),
    ["abuseContact"],
  );
});

Deno.test("parseFieldSettings - returns every field for any value, and never shows guests too much", () => {
  const choices = fc.dictionary(
    fc.oneof(fc.constantFrom(...HOME_FIELD_NAMES), fc.string()),
    fc.oneof(fc.boolean(), fc.anything()),
  );
  const record = fc.oneof(
    fc.record({ guest: choices, member: choices }),
    fc.anything(),
  );
  fc.assert(fc.property(record, (value) => {
    const settings = parseFieldSettings(value);
    for (const audience of ["guest", "member"] as const) {
      const fields = settings[audience];
      assert.deepEqual(Object.keys(fields), HOME_FIELD_NAMES);
      for (const field of HOME_FIELD_NAMES) {
        assert.equal(typeof fields[field], "boolean");
        assert(mayShow(field, audience) || !fields[field]);
      }
    }
    assert.deepEqual(parseFieldSettings(settings), settings);
  }));
});

Deno.test("parseFieldSettings - returns an object that cannot be modified by accident", () => {
  assert(Object.isFrozen(parseFieldSettings(null).guest));
});

Deno.test("fieldChanges - lists the differences by audience", () => {
  const before = DEFAULT_FIELD_SETTINGS;
  const none = { shown: [], hidden: [] };
  assert.deepEqual(fieldChanges(before, before), { guest: none, member: none });
  assert.deepEqual(
    fieldChanges(before, {
      guest: { ...before.guest, city: false, riskReasons: true },
      member: { ...before.member, isp: false },
    }),
    {
      guest: { shown: ["riskReasons"], hidden: ["city"] },
      member: { shown: [], hidden: ["isp"] },
    },
  );
});

function guestChanges(shown: HomeField[], hidden: HomeField[]) {
  const member = { shown: [], hidden: [] };
  return { code: "fields", params: { guest: { shown, hidden }, member } };
}

const startMs = 1_700_000_000_000;
const admin = { name: "admin@example.net", accountId: "1" };

function switchesOn(kv: Deno.Kv) {
  const store = new Store({ kv, timeoutMs: 60_000 });
  const now = () => startMs;
  const switches = new FieldSwitches({ store, now });
  const lines: string[] = [];
  const poller = new KvChangePoller({
    store,
    keys: [switches.polledKey],
    log: (message) => lines.push(message),
  });
  const audit = async () =>
    (await new Audit({ store, now }).list({ before: null, limit: 9 })).entries;
  return { switches, poller, lines, audit };
}

function guestWith(change: Partial<FieldSettings["guest"]>): FieldSettings {
  return {
    guest: { ...DEFAULT_FIELD_SETTINGS.guest, ...change },
    member: DEFAULT_FIELD_SETTINGS.member,
  };
}

function isOutdated(error: unknown): true {
  assert(error instanceof InputError);
  assert.deepEqual([error.status, error.field, error.params], [
    409,
    "fields",
    { reason: "fields_changed" },
  ]);
  return true;
}

test("FieldSwitches - has the defaults if nothing was set", async (kv) => {
  const { switches } = switchesOn(kv);
  assert.deepEqual(switches.current, DEFAULT_FIELD_SETTINGS);
  await switches.load();
  assert.deepEqual(switches.current, DEFAULT_FIELD_SETTINGS);
  assert.equal(switches.version, "");
});

test("FieldSwitches.set - applies at once, and is recorded", async (kv) => {
  const { switches, audit } = switchesOn(kv);
  await switches.set(guestWith({ city: false, sourcesUsed: true }), admin);
  assert.deepEqual(
    switches.current,
    guestWith({ city: false, sourcesUsed: true }),
  );
  const entry = await kv.get(fieldSettingsKey());
  assert.deepEqual(entry.value, switches.current);
  assert.equal(switches.version, entry.versionstamp);
  assert.deepEqual(await audit(), [{
    atMs: startMs,
    actor: "admin@example.net",
    actorId: "1",
    action: "fields.set",
    subject: "home page",
    detail: guestChanges(["sourcesUsed"], ["city"]),
  }]);
});

test("FieldSwitches.set - never shows guests the fields for members only", async (kv) => {
  const { switches, audit } = switchesOn(kv);
  await switches.set(guestWith({ abuseContact: true, isp: false }), admin);
  assert.deepEqual(switches.current, guestWith({ isp: false }));
  const { value } = await kv.get(fieldSettingsKey());
  assert.deepEqual(value, guestWith({ isp: false }));
  assert.deepEqual((await audit())[0].detail, guestChanges([], ["isp"]));
  await kv.set(fieldSettingsKey(), guestWith({ abuseContact: true }));
  await switches.load();
  assert.equal(switches.current.guest.abuseContact, false);
});

test("FieldSwitches.set - writes nothing without a change", async (kv) => {
  const { switches, audit } = switchesOn(kv);
  await switches.set(guestWith({ abuseContact: true }), admin);
  assert.equal((await kv.get(fieldSettingsKey())).versionstamp, null);
  assert.deepEqual(await audit(), []);
});

Deno.test("FieldSwitches - shares a change between instances on one store with the next poll", () =>
  withKvFile(async (path) => {
    const kvs = [await Deno.openKv(path), await Deno.openKv(path)];
    const [a, b] = kvs.map(switchesOn);
    await Promise.all([a.poller.poll(), b.poller.poll()]);
    await a.switches.set(guestWith({ city: false }), admin);
    assert.deepEqual(b.switches.current, DEFAULT_FIELD_SETTINGS);
    await b.poller.poll();
    assert.deepEqual(b.switches.current, guestWith({ city: false }));
    assert.equal(b.switches.version, a.switches.version);
    await kvs[0].delete(fieldSettingsKey());
    await b.poller.poll();
    assert.deepEqual(b.switches.current, DEFAULT_FIELD_SETTINGS);
    assert.deepEqual([a.lines, b.lines], [[], []]);
    for (const kv of kvs) kv.close();
  }));

test("FieldSwitches.set - refuses to overwrite a change that the administrator has not seen", async (kv) => {
  const a = switchesOn(kv);
  const b = switchesOn(kv);
  await a.switches.set(guestWith({ city: false }), admin);
  const seen = a.switches.version;
  await a.switches.set(guestWith({ city: false, isp: false }), admin);
  await assert.rejects(
    a.switches.set(guestWith({ city: true }), admin, seen),
    isOutdated,
  );
  // The other instance has not polled yet, and has the new version
  // afterwards.
  await assert.rejects(
    b.switches.set(guestWith({ region: false }), admin),
    isOutdated,
  );
  const current = guestWith({ city: false, isp: false });
  assert.deepEqual([a.switches.current, b.switches.current], [
    current,
    current,
  ]);
  assert.deepEqual((await a.audit())[0].detail, guestChanges([], ["isp"]));
  await b.switches.set(guestWith({ region: false }), admin);
  assert.deepEqual(b.switches.current, guestWith({ region: false }));
});

test("FieldSwitches.set - accepts one of two concurrent changes", async (kv) => {
  let operations = 0;
  const racing = gatedKv(kv, async () => {
    // The second operation is the commit; another instance gets in first.
    if (++operations === 2) {
      await kv.set(fieldSettingsKey(), guestWith({ isp: false }));
    }
  });
  const { switches, audit } = switchesOn(racing);
  await assert.rejects(
    switches.set(guestWith({ city: false }), admin),
    isOutdated,
  );
  assert.deepEqual(switches.current, guestWith({ isp: false }));
  assert.deepEqual((await audit()).length, 0);
});

test("FieldSwitches.polledKey - ignores a read that began before a change", async (kv) => {
  const { switches } = switchesOn(kv);
  await switches.set(guestWith({ city: false }), admin);
  const old = await kv.get(fieldSettingsKey());
  await switches.set(guestWith({ isp: false }), admin);
  await switches.polledKey.onChange(old);
  assert.deepEqual(switches.current, guestWith({ isp: false }));
});

test("FieldSwitches - throws 503 on a change if the store fails, and keeps its settings", async (kv) => {
  let fault: Error | null = null;
  const failing = gatedKv(
    kv,
    () => fault ? Promise.reject(fault) : Promise.resolve(),
  );
  const { switches, poller, lines } = switchesOn(failing);
  await switches.set(guestWith({ city: false }), admin);
  fault = new Error("no disk");
  await poller.poll();
  await assert.rejects(switches.set(guestWith({ isp: false }), admin), {
    status: 503,
  });
  assert.deepEqual(switches.current, guestWith({ city: false }));
  assert.equal(lines.length, 1);
});
