import assert from "node:assert/strict";
import {
  checkAsns,
  checkCountries,
} from "../../../../lib/data/feeds/known_addresses.ts";
import type { IpAddress } from "../../../../lib/net/ip_address.ts";
import { bundledData, openBundled } from "../../../support/bundled_data.ts";

Deno.test("checkCountries, checkAsns - pass the bundled databases", async () => {
  const { geo, asn } = await openBundled(bundledData, "country");
  await geo.loaded(6);
  const asked: string[] = [];
  checkCountries((ip) => {
    asked.push(ip.text);
    return geo.lookup(ip).countryCode;
  });
  checkAsns((ip) => {
    asked.push(ip.text);
    return asn.lookup(ip)?.asn;
  });
  assert.equal(asked.length, 10);
});

const countries: Record<string, string> = {
  "8.8.8.8": "US",
  "202.12.29.142": "AU",
  "41.0.0.1": "ZA",
  "200.160.2.3": "BR",
  "2001:67c:2e8:22::c100:68b": "NL",
};

Deno.test("checkCountries - lets one address be elsewhere, and no more", () => {
  const moved = (...texts: string[]) => (ip: IpAddress) =>
    texts.includes(ip.text) ? "CN" : countries[ip.text];
  assert.doesNotThrow(() => checkCountries(moved("8.8.8.8")));
  assert.throws(
    () => checkCountries(moved("8.8.8.8", "41.0.0.1")),
    /^Error: known addresses are misplaced: 8\.8\.8\.8 is CN instead of US, 41\.0\.0\.1 is CN instead of ZA$/,
  );
});

Deno.test("checkAsns - refuses a table that knows nothing", () => {
  assert.throws(
    () => checkAsns(() => undefined),
    /8\.8\.8\.8 is unknown instead of 15169, 1\.1\.1\.1 is unknown instead of 13335/,
  );
});
