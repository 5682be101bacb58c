import assert from "node:assert/strict";
import type { Checks } from "../../../../lib/ipinfo/risk/checks.ts";
import { v2Record, v2View } from "../../../../lib/ipinfo/records/v2.ts";
import { profileOf } from "../../../support/profile.ts";
import samples from "./v2.json" with { type: "json" };

const now = Date.UTC(2026, 10, 21, 12, 0, 5, 999);

Deno.test("v2View - has every field in order", () => {
  const profile = profileOf("8.8.8.8", samples.facts, {
    traits: ["hosting", "vpn", "crawler"],
    confidence: { country: 99, lineType: 97 },
  });
  const record = v2View(profile, now);
  assert.equal(JSON.stringify(record), JSON.stringify(samples.record));
  assert.deepEqual(v2Record.parse(record), record);
});

Deno.test("v2View - has every key if nothing is known", () => {
  const bogon = profileOf("fd00::1", {}, { isBogon: true, isChinaIp: true });
  const record = v2View(bogon, now);
  assert.deepEqual(v2Record.parse(record), record);
  const { geo, network, contacts, hostname, risk, meta } = record;
  assert.equal(record.ip_type, "IPv6");
  assert.equal(network.special, "Unique-Local");
  assert.deepEqual([risk.is_bogon, meta.is_china_ip], [true, true]);
  const open = { ...geo, ...network, special: null, ...contacts, hostname };
  const values = [...Object.values(open), risk.abuse_score];
  assert.deepEqual(new Set(values), new Set([null]));
});

Deno.test("v2View - of a bogon, only what its label says is checked", () => {
  const bogon = profileOf("10.0.0.1", {}, { isBogon: true, traits: ["vpn"] });
  const checks: Checks = { tor: [{ builtAt: null, families: [4] }] };
  const { meta, risk } = v2View(bogon, now, checks);
  assert.deepEqual(meta.checked, ["vpn"]);
  assert.equal(risk.is_vpn, true);
});

Deno.test("v2View - names both countries if it is uncertain which", () => {
  const facts = { countryCode: "FR" };
  const confidence = { country: 38, alternative: "DE", lineType: null };
  const { geo } = v2View(profileOf("8.8.8.8", facts, { confidence }), now);
  assert.deepEqual(
    [geo.country_code, geo.country_confidence, geo.alternative_country_code],
    ["FR", 38, "DE"],
  );
});

for (
  const trait of ["proxy", "tor", "mobile", "satellite", "abuser"] as const
) {
  Deno.test(`v2View - reflects evidence: ${trait}`, () => {
    const profile = profileOf("8.8.8.8", {}, { traits: [trait] });
    const verdicts = Object.entries(v2View(profile, now).risk)
      .filter(([, value]) => value === true);
    assert.deepEqual(verdicts, [[`is_${trait}`, true]]);
  });
}

const lines = ["residential", "commercial", "hosting", "mobile"] as const;
for (const line of lines) {
  Deno.test(`v2View - returns the line type ${line}`, () => {
    const record = v2View(profileOf("8.8.8.8", {}, { traits: [line] }), now);
    assert.equal(record.network.line_type, line);
    assert.deepEqual(v2Record.parse(record), record);
  });
}

Deno.test("v2View - a satellite link is a residential line, with a trait of its own", () => {
  const satellite = profileOf("8.8.8.8", {}, { traits: ["satellite"] });
  const { network, risk } = v2View(satellite, now);
  assert.equal(network.line_type, "residential");
  assert.equal(risk.is_satellite, true);
});

Deno.test("v2View - has local time with half-hour offsets and UTC, and null for an unknown zone", () => {
  const at = (timezone: string) =>
    v2View(profileOf("8.8.8.8", { timezone }), now).geo.local_time;
  assert.equal(at("Asia/Kolkata"), "2026-11-21T17:30:05+05:30");
  assert.equal(at("UTC"), "2026-11-21T12:00:05+00:00");
  assert.equal(at("Mars/Olympus"), null);
});
