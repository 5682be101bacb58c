import assert from "node:assert/strict";
import { v1Record, v1View } from "../../../../lib/ipinfo/records/v1.ts";
import { profileOf } from "../../../support/profile.ts";
import samples from "./v1.json" with { type: "json" };

Deno.test("v1View - has every field in order", () => {
  const record = v1View(profileOf("1.2.4.8", samples.facts, {
    isChinaIp: true,
    traits: ["mobile", "proxy", "hosting"],
  }));
  assert.equal(JSON.stringify(record), JSON.stringify(samples.record));
  assert.deepEqual(v1Record.parse(record), record);
});

Deno.test("v1View - names places in Chinese", () => {
  const profile = profileOf("1.2.4.8", {
    ...{ continent: "Asia", continentCode: "AS" },
    ...{ country: "China", countryCode: "CN", city: "Hohhot" },
    ...{ region: "Inner Mongolia", regionCode: "NM", district: "Haoxinying" },
  });
  const place = { region: "内蒙古自治区", city: "呼和浩特" };
  const chinese = { continent: "亚洲", country: "中国", ...place };
  const { geo } = v1View(profile);
  assert.deepEqual(v1View(profile, "zh").geo, { ...geo, ...chinese });
});

const nothing = samples.unknown;

Deno.test("v1View - has every key if nothing is known", () => {
  const record = v1View(profileOf("2001:4860::1", {}));
  assert.deepEqual(record, { ...nothing, ip: "2001:4860::1", ip_type: "IPv6" });
  assert.deepEqual(v1Record.parse(record), record);
});

Deno.test("v1View - is a success without data for a reserved address", () => {
  const record = v1View(profileOf("127.0.0.1", {}, { isBogon: true }));
  assert.deepEqual(record, {
    ...nothing,
    ip: "127.0.0.1",
    ip_type: "IPv4",
    network: { ...nothing.network, special: "Loopback" },
    meta: { ...nothing.meta, reason: null },
  });
});

Deno.test("v1View - names a special address, and the one inside it", () => {
  const { network } = v1View(profileOf("2002:5102:8e14::1", {}));
  assert.deepEqual(network, {
    ...nothing.network,
    special: "6to4",
    embedded_ipv4: "81.2.142.20",
  });
});

Deno.test("v1View - counts VPN and Tor exits as proxies", () => {
  for (const trait of ["proxy", "vpn", "tor"] as const) {
    const { risk } = v1View(profileOf("8.8.8.8", {}, { traits: [trait] }));
    const others = { is_mobile: false, is_datacenter: false };
    assert.deepEqual(risk, { is_proxy: true, ...others }, trait);
  }
});

const cases = [
  ["residential", "home"],
  ["mobile", "home"],
  ["hosting", "idc"],
  ["commercial", null],
] as const;
for (const [trait, lineType] of cases) {
  Deno.test(`v1View - a ${trait} line is ${lineType}`, () => {
    const record = v1View(profileOf("8.8.8.8", {}, { traits: [trait] }));
    assert.equal(record.network.line_type, lineType);
    assert.deepEqual(v1Record.parse(record), record);
  });
}
