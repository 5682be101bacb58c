import assert from "node:assert/strict";
import type { Facts } from "../../../../lib/ipinfo/profile.ts";
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

Deno.test("geoipView - has every field in order", () => {
  const record = geoipView(
    {
      profile: profileOf("8.8.8.8", full, { traits: ["hosting"] }),
      savedAt: null,
    },
    { group: "ip", requestedAt },
  );
  assert.equal(JSON.stringify(record), JSON.stringify(samples.record));
  assert.deepEqual(geoipRecord.parse(record), record);
});

Deno.test("geoipView - has empty strings, and null numbers, for unknown values", () => {
  const record = geoipView(
    { profile: profileOf("2001:4860:4860::8888"), savedAt: null },
    { group: "visitor", requestedAt },
  );
  const { ip: _, meta, ...rest } = record;
  assert.deepEqual(rest, unknown);
  assert.equal(meta.cache_group, "visitor");
  assert.deepEqual(geoipRecord.parse(record), record);
});

Deno.test("geoipView - uses the holder's name for a network without a handle", () => {
  const { network } = geoipView(
    { profile: profileOf("8.8.8.8", { asnOrg: "Google LLC" }), savedAt: null },
    { group: "ip", requestedAt },
  );
  assert.equal(network.as_name, "Google LLC");
});

Deno.test("geoipView - reports since when a record is cached", () => {
  const { meta } = geoipView(
    { profile: profileOf("8.8.8.8"), savedAt: requestedAt - 60_000 },
    { group: "ip", requestedAt },
  );
  assert.equal(meta.cached, true);
  assert.equal(meta.cache_saved_at, "2026-11-21T07:37:05+00:00");
});

Deno.test("geoipView - rounds times down to the second", () => {
  const timesOf = (ms: number) => {
    const { meta } = geoipView(
      { profile: profileOf("8.8.8.8"), savedAt: ms },
      { group: "ip", requestedAt: ms },
    );
    return [meta.requested_at, meta.cache_saved_at];
  };
  const start = Date.UTC(2026, 10, 22, 23, 59, 58);
  const second = (text: string) => [text, text];
  const cases = [
    [0, "2026-11-22T23:59:58+00:00"],
    [999, "2026-11-22T23:59:58+00:00"],
    [1_000, "2026-11-22T23:59:59+00:00"],
    [1_999, "2026-11-22T23:59:59+00:00"],
    [2_000, "2026-11-23T00:00:00+00:00"],
    [500, "2026-11-22T23:59:58+00:00"],
  ] as const;
  for (const [ms, text] of cases) {
    assert.deepEqual(timesOf(start + ms), second(text));
  }
});

Deno.test("geoipView - marks a reserved address, and names its block", () => {
  const record = geoipView(
    { profile: profileOf("10.0.0.1", {}, { isBogon: true }), savedAt: null },
    { group: "ip", requestedAt },
  );
  assert.equal(record.ip, "10.0.0.1");
  assert.equal(record.meta.ok, false);
  assert.deepEqual(record.meta.error, {
    code: "RESERVED_ADDRESS",
    message: "The address is not part of the public internet (Private-Use).",
  });
  assert.deepEqual(geoipRecord.parse(record), record);
});

Deno.test("unresolvedGeoip - has no address and the error", () => {
  const error = {
    code: "NOT_FOUND" as const,
    params: { reason: "name_without_address", family: "" } as const,
  };
  const record = unresolvedGeoip(error, { group: "domain", requestedAt });
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
    const { flags } = geoipView(
      { profile: profileOf("8.8.8.8", {}, { traits: [trait] }), savedAt: null },
      { group: "ip", requestedAt },
    );
    assert.deepEqual(
      flags,
      { hosting: false, proxy: true, mobile: false },
      trait,
    );
  }
});

Deno.test("geoipJsonTemplate - renders the same record for another time, for any texts", () => {
  const record = unresolvedGeoip({
    code: "NOT_FOUND",
    params: { reason: "name_without_address", family: "" },
  }, { group: "domain", requestedAt: 0 });
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
    assert.equal(
      template(requestedAt),
      JSON.stringify({ ...hostileRecord, meta }),
    );
  }
});

Deno.test("geoipView - names places in Chinese", () => {
  const described = { profile: profileOf("66.102.0.1", full), savedAt: null };
  const english = geoipView(described, { group: "ip", requestedAt });
  const chinese = geoipView(described, {
    group: "ip",
    requestedAt,
    language: "zh",
  });
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
