import assert from "node:assert/strict";
import type { Trait } from "../../../../lib/profile/evidence.ts";
import type { Facts } from "../../../../lib/profile/profile.ts";
import { homeView } from "../../../../lib/profile/views/home.ts";
import { profileOf } from "../../../support/profile.ts";

const full: Partial<Facts> = {
  country: "United Kingdom",
  countryCode: "GB",
  region: "England",
  city: "London",
  timezone: "Europe/London",
  latitude: 51.5143,
  longitude: 0,
  asn: 20712,
  asnOrg: "Andrews & Arnold Ltd",
  isp: "Andrews & Arnold Ltd",
  route: "81.2.64.0/18",
  hostname: "host.example",
};

Deno.test("homeView - every fact in its row", () => {
  const view = homeView(
    profileOf("81.2.69.142", { ...full, rir: "RIPE" }, {
      traits: ["residential", "vpn", "tor"],
    }),
  );
  assert.deepEqual(
    view.rows.map(({ label, value }) => [label, value]),
    [
      ["Country", "United Kingdom"],
      ["Region", "England"],
      ["City", "London"],
      ["Time zone", "Europe/London"],
      ["Coordinates", "51.5143, 0"],
      ["ASN", "AS20712"],
      ["Organization", "Andrews & Arnold Ltd"],
      ["ISP", "Andrews & Arnold Ltd"],
      ["Route", "81.2.64.0/18"],
      ["Registry", "RIPE"],
      ["Line", "Residential line"],
      ["VPN, proxy or Tor", "VPN, Tor exit"],
      ["Confidence", "64 of 100"],
      ["Reverse name", "host.example"],
    ],
  );
  assert.deepEqual([view.ip, view.family, view.flag, view.isPublic], [
    "81.2.69.142",
    4,
    "🇬🇧",
    true,
  ]);
});

Deno.test("homeView - what is not known is null in its row, and no flag", () => {
  const view = homeView(profileOf("2001:db8::1", {}));
  assert.deepEqual(view.rows.map(({ value }) => value), Array(14).fill(null));
  assert.equal(view.flag, "");
  assert.equal(view.family, 6);
});

const verdicts: [facts: Partial<Facts>, traits: Trait[], verdict: string][] = [
  [full, [], "Address of Andrews & Arnold Ltd in London, United Kingdom."],
  [
    full,
    ["hosting"],
    "Hosting address of Andrews & Arnold Ltd in London, United Kingdom.",
  ],
  [
    { ...full, city: undefined },
    ["mobile"],
    "Mobile line of Andrews & Arnold Ltd in United Kingdom.",
  ],
  [
    full,
    ["residential", "proxy"],
    "Residential line of Andrews & Arnold Ltd in London, United Kingdom; proxy seen.",
  ],
  [{ country: "Chad" }, ["commercial"], "Business line in Chad."],
  [{ country: "Chad" }, ["satellite"], "Satellite line in Chad."],
  [{ country: "Chad" }, [], "Address in Chad."],
  [{ asnOrg: "A Net" }, [], "Address of A Net."],
  [{}, [], "Nothing is known of this address."],
];

for (const [facts, traits, verdict] of verdicts) {
  Deno.test(`homeView - says: ${verdict}`, () => {
    assert.equal(
      homeView(profileOf("81.2.69.142", facts, { traits })).verdict,
      verdict,
    );
  });
}

Deno.test("homeView - an inner address is not called public, and its block is named", () => {
  const view = homeView(profileOf("10.1.2.3", {}, { isBogon: true }));
  assert.equal(view.isPublic, false);
  assert.equal(
    view.verdict,
    "Not an address of the public internet (Private-Use).",
  );
});
