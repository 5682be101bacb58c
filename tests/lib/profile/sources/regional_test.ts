import assert from "node:assert/strict";
import { openRegionalFile } from "../../../../lib/data/regional/regional_file.ts";
import { type IpAddress, parseIp } from "../../../../lib/net/ip_address.ts";
import { RegionalSource } from "../../../../lib/profile/sources/regional.ts";
import { IPDB_V4, writeIpdb } from "../../../support/ipdb.ts";
import { writeXdb } from "../../../support/xdb.ts";

function ip(text: string): IpAddress {
  const parsed = parseIp(text);
  assert(parsed, text);
  return parsed;
}

Deno.test("RegionalSource - gives the region with what follows from the country, and the same object again", () => {
  const source = new RegionalSource(openRegionalFile(writeXdb([
    ["1.0.1.0", "1.0.3.255", "中国|广东省|深圳市|电信|CN"],
    ["1.1.0.0", "1.1.0.255", "中国|香港|0|电讯盈科|HK"],
  ])));
  assert.equal(source.name, "regional:xdb-v4");
  assert.equal(source.kind, "regional");
  const findings = source.lookup(ip("1.0.2.1"));
  assert.deepEqual(findings, {
    facts: {
      country: "China",
      countryCode: "CN",
      continent: "Asia",
      continentCode: "AS",
      timezone: "Asia/Shanghai",
      region: "广东省",
      regionCode: "GD",
      city: "深圳市",
      isp: "电信",
    },
  });
  assert.equal(source.lookup(ip("1.0.3.9")), findings);
  assert.deepEqual(source.lookup(ip("1.1.0.9")), {
    facts: {
      country: "Hong Kong",
      countryCode: "HK",
      continent: "Asia",
      continentCode: "AS",
      timezone: "Asia/Hong_Kong",
      isp: "电讯盈科",
    },
  });
});

Deno.test("RegionalSource - says nothing where its file does not, and of places that are none", () => {
  const china = ["中国", "北京", "北京", "", "", "电信", "CN"];
  const source = new RegionalSource(openRegionalFile(writeIpdb([
    [IPDB_V4 + "0", ["局域网", "", "", "", "", "局域网", ""]],
    [IPDB_V4 + "110", china],
  ])));
  for (const text of ["1.2.3.4", "130.0.0.1", "2a00::1", "192.31.196.1"]) {
    assert.deepEqual(source.lookup(ip(text)), { facts: {} }, text);
  }
  assert.equal(source.lookup(ip("192.31.197.1")).facts.region, "北京");
});
