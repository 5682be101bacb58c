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
import { fieldSettingsKey } from "../../../lib/store/keys.ts";
import { KvChangePoller } from "../../../lib/store/kv_change_poller.ts";
import { Store } from "../../../lib/store/store.ts";
import { gatedKv, withKv, withKvFile } from "../limits/gated_kv.ts";
import { testIn } from "../../support/test_with.ts";

const test = testIn(withKv);

const DEFAULTS = DEFAULT_FIELD_SETTINGS;

function guestWith(change: Partial<FieldSettings["guest"]>): FieldSettings {
  return { ...DEFAULTS, guest: { ...DEFAULTS.guest, ...change } };
}

const odd = [null, undefined, 7, "guest", [], {}, { guest: 7, member: [] }];
for (const value of odd) {
  Deno.test(`parseFieldSettings - returns the defaults for ${JSON.stringify(value)}`, () => {
    assert.deepEqual(parseFieldSettings(value), DEFAULTS);
  });
}

Deno.test("parseFieldSettings - keeps chosen values, and adds defaults for others", () => {
  const guest = { city: false, riskReasons: true };
  assert.deepEqual(parseFieldSettings({ guest }), guestWith(guest));
  const member = { abuseContact: false };
  assert.deepEqual(parseFieldSettings({ member }), {
    ...DEFAULTS,
    member: { ...DEFAULTS.member, ...member },
  });
});

Deno.test("parseFieldSettings - ignores values that are not booleans", () => {
  const guest = { city: 0, region: "no", isp: null };
  assert.deepEqual(parseFieldSettings({ guest }), DEFAULTS);
});

Deno.test("parseFieldSettings - ignores unknown fields and audiences", () => {
  const text =
    '{"guest":{"shoeSize":true,"__proto__":{"city":false}},"robot":{}}';
  assert.deepEqual(parseFieldSettings(JSON.parse(text)), DEFAULTS);
});

Deno.test("parseFieldSettings - never shows guests the fields for members only", () => {
  const every = Object.fromEntries(HOME_FIELD_NAMES.map((f) => [f, true]));
  const { guest } = parseFieldSettings({ guest: every, member: every });
  const hidden = HOME_FIELD_NAMES.filter((field) => !guest[field]);
  assert.deepEqual(hidden, ["abuseContact"]);
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
  const { guest, member } = DEFAULTS;
  const none = { shown: [], hidden: [] };
  const same = fieldChanges(DEFAULTS, DEFAULTS);
  assert.deepEqual(same, { guest: none, member: none });
  const changed = {
    guest: { ...guest, city: false, riskReasons: true },
    member: { ...member, isp: false },
  };
  assert.deepEqual(fieldChanges(DEFAULTS, changed), {
    guest: { shown: ["riskReasons"], hidden: ["city"] },
    member: { shown: [], hidden: ["isp"] },
  });
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

/** Asserts that a change is refused as outdated. */
const assertOutdated = (change: Promise<unknown>) =>
  assert.rejects(change, {
    name: "InputError",
    status: 409,
    field: "fields",
    params: { reason: "fields_changed" },
  });

test("FieldSwitches - has the defaults if nothing was set", async (kv) => {
  const { switches } = switchesOn(kv);
  assert.deepEqual(switches.current, DEFAULTS);
  await switches.load();
  assert.deepEqual(switches.current, DEFAULTS);
  assert.equal(switches.version, "");
});

test("FieldSwitches.set - applies at once, and is recorded", async (kv) => {
  const { switches, audit } = switchesOn(kv);
  const settings = guestWith({ city: false, sourcesUsed: true });
  await switches.set(settings, admin);
  assert.deepEqual(switches.current, settings);
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
    assert.deepEqual(b.switches.current, DEFAULTS);
    await b.poller.poll();
    assert.deepEqual(b.switches.current, guestWith({ city: false }));
    assert.equal(b.switches.version, a.switches.version);
    await kvs[0].delete(fieldSettingsKey());
    await b.poller.poll();
    assert.deepEqual(b.switches.current, DEFAULTS);
    assert.deepEqual([a.lines, b.lines], [[], []]);
    for (const kv of kvs) kv.close();
  }));

test("FieldSwitches.set - refuses to overwrite a change that the administrator has not seen", async (kv) => {
  const a = switchesOn(kv);
  const b = switchesOn(kv);
  await a.switches.set(guestWith({ city: false }), admin);
  const seen = a.switches.version;
  await a.switches.set(guestWith({ city: false, isp: false }), admin);
  await assertOutdated(a.switches.set(guestWith({ city: true }), admin, seen));
  // The other instance has not polled yet, and has the new version
  // afterwards.
  await assertOutdated(b.switches.set(guestWith({ region: false }), admin));
  const current = guestWith({ city: false, isp: false });
  assert.deepEqual(a.switches.current, current);
  assert.deepEqual(b.switches.current, current);
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
  await assertOutdated(switches.set(guestWith({ city: false }), admin));
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
  const gate = () => fault ? Promise.reject(fault) : Promise.resolve();
  const { switches, poller, lines } = switchesOn(gatedKv(kv, gate));
  await switches.set(guestWith({ city: false }), admin);
  fault = new Error("no disk");
  await poller.poll();
  const change = switches.set(guestWith({ isp: false }), admin);
  await assert.rejects(change, { status: 503 });
  assert.deepEqual(switches.current, guestWith({ city: false }));
  assert.equal(lines.length, 1);
});
