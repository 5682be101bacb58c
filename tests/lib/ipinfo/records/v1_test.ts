import assert from "node:assert/strict";
import { v1Record, v1View } from "../../../../lib/ipinfo/records/v1.ts";
import { profileOf } from "../../../support/profile.ts";

Deno.test("v1View - has every field in order", () => {
  const record = v1View(profileOf("1.2.4.8", {
    hostname: "public1.example",
    continent: "Asia",
    continentCode: "AS",
    country: "China",
    countryCode: "CN",
    region: "Beijing",
    regionCode: "BJ",
    city: "Beijing",
    district: "Fengtai",
    zip: "100000",
    latitude: 39.8007,
    longitude: 116.144,
    timezone: "Asia/Shanghai",
    asn: 24151,
    asnOrg: "CNNIC",
    isp: "China Internet Network Information Center",
  }, { isChinaIp: true, traits: ["mobile", "proxy", "hosting"] }));
  assert.equal(
    JSON.stringify(record),
    JSON.stringify({
      ok: true,
      ip: "1.2.4.8",
      hostname: "public1.example",
      ip_type: "IPv4",
      geo: {
        continent: "Asia",
        continent_code: "AS",
        country: "China",
        country_code: "CN",
        region: "Beijing",
        region_code: "BJ",
        city: "Beijing",
        district: "Fengtai",
        zip: "100000",
        latitude: 39.8007,
        longitude: 116.144,
        timezone: "Asia/Shanghai",
      },
      network: {
        asn: 24151,
        asn_org: "CNNIC",
        isp: "China Internet Network Information Center",
        line_type: "idc",
        special: "Anycast DNS resolver",
        embedded_ipv4: null,
      },
      risk: { is_mobile: true, is_proxy: true, is_datacenter: true },
      meta: {
        version: "v1",
        source: "porthole",
        is_china_ip: true,
        reason: null,
      },
    }),
  );
  assert.deepEqual(v1Record.parse(record), record);
});

Deno.test("v1View - names places in Chinese", () => {
  const profile = profileOf("1.2.4.8", {
    continent: "Asia",
    continentCode: "AS",
    country: "China",
    countryCode: "CN",
    region: "Inner Mongolia",
    regionCode: "NM",
    city: "Hohhot",
    district: "Haoxinying",
  });
  const { geo } = v1View(profile, "zh");
  assert.deepEqual(geo, {
    ...v1View(profile).geo,
    continent: "亚洲",
    country: "中国",
    region: "内蒙古自治区",
    city: "呼和浩特",
  });
});

const nothing = {
  ok: true,
  hostname: null,
  geo: {
    continent: null,
    continent_code: null,
    country: null,
    country_code: null,
    region: null,
    region_code: null,
    city: null,
    district: null,
    zip: null,
    latitude: null,
    longitude: null,
    timezone: null,
  },
  network: {
    asn: null,
    asn_org: null,
    isp: null,
    line_type: null,
    special: null,
    embedded_ipv4: null,
  },
  risk: { is_mobile: false, is_proxy: false, is_datacenter: false },
  meta: {
    version: "v1",
    source: "porthole",
    is_china_ip: false,
    reason: "not_announced",
  },
};

Deno.test("v1View - has every key if nothing is known", () => {
  const record = v1View(profileOf("2001:4860::1", {}));
  assert.deepEqual(record, {
    ...nothing,
    ip: "2001:4860::1",
    ip_type: "IPv6",
  });
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
    assert.deepEqual(
      risk,
      { is_mobile: false, is_proxy: true, is_datacenter: false },
      trait,
    );
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
