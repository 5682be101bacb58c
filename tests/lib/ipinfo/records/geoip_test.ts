import assert from "node:assert/strict";
import type { Facts, Profile } from "../../../../lib/ipinfo/profile.ts";
import {
  geoipJsonTemplate,
  geoipRecord,
  geoipView,
  unresolvedGeoip,
} from "../../../../lib/ipinfo/records/geoip.ts";
import { profileOf } from "../../../support/profile.ts";
import samples from "./geoip.json" with { type: "json" };

const requestedAt = Date.UTC(2026, 10, 21, 7, 38, 5, 999);

const unknown = samples.unknown;

const full: Partial<Facts> = samples.facts;

/** A record that was requested now, by an address. */
const viewOf = (
  profile: Profile,
  more: Partial<Parameters<typeof geoipView>[1]> = {},
  savedAt: number | null = null,
) => geoipView({ profile, savedAt }, { group: "ip", requestedAt, ...more });

Deno.test("geoipView - has every field in order", () => {
  const record = viewOf(profileOf("8.8.8.8", full, { traits: ["hosting"] }));
  assert.equal(JSON.stringify(record), JSON.stringify(samples.record));
  assert.deepEqual(geoipRecord.parse(record), record);
});

Deno.test("geoipView - has empty strings, and null numbers, for unknown values", () => {
  const profile = profileOf("2001:4860:4860::8888");
  const record = viewOf(profile, { group: "visitor" });
  const { ip: _, meta, ...rest } = record;
  assert.deepEqual(rest, unknown);
  assert.equal(meta.cache_group, "visitor");
  assert.deepEqual(geoipRecord.parse(record), record);
});

Deno.test("geoipView - uses the holder's name for a network without a handle", () => {
  const { network } = viewOf(profileOf("8.8.8.8", { asnOrg: "Google LLC" }));
  assert.equal(network.as_name, "Google LLC");
});

Deno.test("geoipView - reports since when a record is cached", () => {
  const { meta } = viewOf(profileOf("8.8.8.8"), {}, requestedAt - 60_000);
  assert.equal(meta.cached, true);
  assert.equal(meta.cache_saved_at, "2026-11-21T07:37:05+00:00");
});

Deno.test("geoipView - rounds times down to the second", () => {
  const timesOf = (ms: number) => {
    const { meta } = viewOf(profileOf("8.8.8.8"), { requestedAt: ms }, ms);
    return [meta.requested_at, meta.cache_saved_at];
  };
  const start = Date.UTC(2026, 10, 22, 23, 59, 58);
  const cases = [
    [0, "2026-11-22T23:59:58+00:00"],
    [999, "2026-11-22T23:59:58+00:00"],
    [1_000, "2026-11-22T23:59:59+00:00"],
    [1_999, "2026-11-22T23:59:59+00:00"],
    [2_000, "2026-11-23T00:00:00+00:00"],
    [500, "2026-11-22T23:59:58+00:00"],
  ] as const;
  for (const [ms, text] of cases) {
    assert.deepEqual(timesOf(start + ms), [text, text]);
  }
});

Deno.test("geoipView - marks a reserved address, and names its block", () => {
  const record = viewOf(profileOf("10.0.0.1", {}, { isBogon: true }));
  assert.deepEqual([record.ip, record.meta.ok], ["10.0.0.1", false]);
  assert.deepEqual(record.meta.error, {
    code: "RESERVED_ADDRESS",
    message: "The address is not part of the public internet (Private-Use).",
  });
  assert.deepEqual(geoipRecord.parse(record), record);
});

const nowhere = {
  code: "NOT_FOUND" as const,
  params: { reason: "name_without_address", family: "" } as const,
};

Deno.test("unresolvedGeoip - has no address and the error", () => {
  const record = unresolvedGeoip(nowhere, { group: "domain", requestedAt });
  assert.deepEqual(record, {
    ip: "",
    ...unknown,
    meta: {
      source: "porthole",
      requested_at: "2026-11-21T07:38:05+00:00",
      cached: false,
      cache_group: "domain",
      cache_saved_at: "",
      ok: false,
      error: { code: "NOT_FOUND", message: "The name has no address." },
    },
  });
  assert.deepEqual(geoipRecord.parse(record), record);
});

Deno.test("geoipView - counts VPN and Tor exits as proxies", () => {
  for (const trait of ["proxy", "vpn", "tor"] as const) {
    const { flags } = viewOf(profileOf("8.8.8.8", {}, { traits: [trait] }));
    const expected = { hosting: false, proxy: true, mobile: false };
    assert.deepEqual(flags, expected, trait);
  }
});

Deno.test("geoipJsonTemplate - renders the same record for another time, for any texts", () => {
  const request = { group: "domain", requestedAt: 0 };
  const record = unresolvedGeoip(nowhere, request);
  const hostile = '"requested_at":"1970-01-01T00:00:00+00:00"';
  const hostileRecord = {
    ...record,
    geo: { ...record.geo, city: hostile },
    network: { ...record.network, org: `\\${hostile}\\` },
  };
  const template = geoipJsonTemplate(hostileRecord);
  for (const requestedAt of [0, Date.UTC(2026, 10, 21, 12)]) {
    const text = new Date(requestedAt).toISOString().slice(0, 19) + "+00:00";
    const meta = { ...record.meta, requested_at: text };
    const expected = JSON.stringify({ ...hostileRecord, meta });
    assert.equal(template(requestedAt), expected);
  }
});

Deno.test("geoipView - names places in Chinese", () => {
  const profile = profileOf("66.102.0.1", full);
  const english = viewOf(profile);
  const chinese = viewOf(profile, { language: "zh" });
  assert.deepEqual(chinese, {
    ...english,
    geo: {
      ...english.geo,
      continent: "北美洲",
      country: "美国",
      region_name: "加利福尼亚州",
      city: "芒廷维尤",
    },
  });
});
