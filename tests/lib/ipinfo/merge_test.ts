import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Contribution,
  factSources,
  inOrder,
  mergedFacts,
  withoutEmpty,
} from "../../../lib/ipinfo/merge.ts";
import type { Facts, SourceKind } from "../../../lib/ipinfo/profile.ts";

const from = (
  source: string,
  facts: Partial<Facts>,
  kind: SourceKind = "open",
): Contribution => ({ source, kind, facts });

const knownFacts = (contributions: readonly Contribution[]) =>
  withoutEmpty(mergedFacts(contributions));

Deno.test("mergedFacts - takes each fact from the first source that has it", () => {
  const berlin = { countryCode: "DE", city: "Berlin" };
  const potsdam = { countryCode: "DE", city: "Potsdam", timezone: "Z" };
  const more = { zip: "1", abuseScore: 0 };
  const settled = from("a", berlin);
  const contributions = [settled, from("b", potsdam), from("c", more)];
  const facts = { ...berlin, timezone: "Z", ...more };
  assert.deepEqual(knownFacts(contributions), facts);
  const sources = { countryCode: "a", city: "a", timezone: "b" };
  const last = { zip: "c", abuseScore: "c" };
  assert.deepEqual(factSources(contributions), { ...sources, ...last });
});

Deno.test("mergedFacts - accepts zero as a value", () => {
  const zeros = { latitude: 0, longitude: 0, abuseScore: 0 };
  const other = from("b", { latitude: 1, longitude: 1, abuseScore: 90 });
  assert.deepEqual(knownFacts([from("a", zeros), other]), zeros);
});

Deno.test("mergedFacts - takes coordinates from one source", () => {
  const point = { latitude: 1, longitude: 2, accuracyRadiusKm: 5 };
  const [half, whole] = [from("a", { latitude: 50 }), from("b", point)];
  assert.deepEqual(knownFacts([half, whole]), { latitude: 50 });
  assert.deepEqual(knownFacts([whole, half]), point);
});

Deno.test("mergedFacts - takes a region and its code from one source", () => {
  const hesse = { countryCode: "DE", region: "Hesse" };
  const bavaria = { countryCode: "DE", region: "Bavaria", regionCode: "BY" };
  assert.deepEqual(knownFacts([from("a", hesse), from("b", bavaria)]), hesse);
  const country = from("a", { countryCode: "DE" });
  assert.deepEqual(knownFacts([country, from("b", bavaria)]), bavaria);
});

Deno.test("mergedFacts - does not combine one source's region with another's code", () => {
  const named = from("a", { region: "Hesse", city: "Kassel" });
  const coded = from("b", { regionCode: "HE", zip: "34117" });
  const shared = { city: "Kassel", zip: "34117" };
  const withName = { region: "Hesse", ...shared };
  assert.deepEqual(knownFacts([named, coded]), withName);
  const withCode = { regionCode: "HE", ...shared };
  assert.deepEqual(knownFacts([coded, named]), withCode);
});

Deno.test("mergedFacts - takes no place from a source that names another country", () => {
  const france = { countryCode: "FR", country: "France" };
  const contributions = [
    from("a", france),
    from("b", {
      ...{ countryCode: "DE", continent: "Europe", city: "Berlin" },
      ...{ timezone: "Europe/Berlin", latitude: 52, longitude: 13 },
      isp: "Example",
    }),
    from("c", { city: "Lyon" }),
  ];
  const more = { isp: "Example", city: "Lyon" };
  assert.deepEqual(knownFacts(contributions), { ...france, ...more });
  assert.equal(factSources(contributions).city, "c");
});

Deno.test("mergedFacts - takes nothing of a region from a source that names another", () => {
  const california = { regionCode: "CA", latitude: 37, longitude: -120 };
  const contributions = [
    from("a", california),
    from("b", {
      ...{ regionCode: "NY", city: "New York", zip: "10001" },
      ...{ timezone: "America/New_York", country: "United States" },
    }),
    from("c", { regionCode: "CA", city: "Fresno" }),
  ];
  const more = { country: "United States", city: "Fresno" };
  assert.deepEqual(knownFacts(contributions), { ...california, ...more });
});

Deno.test("mergedFacts - takes no postal code from a source that names another city", () => {
  const contributions = [
    from("a", { city: "Fresno" }),
    from("b", { city: "Clovis", zip: "93611", district: "North" }),
    from("c", { zip: "93650" }),
  ];
  assert.deepEqual(knownFacts(contributions), { city: "Fresno", zip: "93650" });
});

Deno.test("mergedFacts - treats a city in another script or with another suffix as the same", () => {
  const cases = [
    ["南京市", "Nanjing"],
    ["北京", "北京市"],
    ["北京", "Beijing"],
    ["Beijing", "Beijing City"],
  ];
  for (const [city, other] of cases) {
    const own = { countryCode: "CN", city };
    const more = { district: "Gulou", zip: "210000" };
    const second = from("b", { ...own, city: other, ...more });
    const found = knownFacts([from("a", own), second]);
    assert.deepEqual(found, { ...own, ...more }, other);
  }
});

Deno.test("mergedFacts - compares regions by name if one has no code", () => {
  const from2 = (region: string) =>
    from("b", { countryCode: "CN", region, city: "Nanjing", zip: "210000" });
  const jiangsu = { countryCode: "CN", region: "江苏省", regionCode: "JS" };
  const settled = from("a", jiangsu);
  assert.equal(mergedFacts([settled, from2("Jiangsu")]).zip, "210000");
  assert.equal(mergedFacts([settled, from2("Zhejiang")]).zip, undefined);
});

Deno.test("mergedFacts - keeps a country's only time zone for any region", () => {
  const cases = [
    ["CN", "JS", "Asia/Shanghai", true],
    ["FR", "IDF", "Europe/Paris", true],
    // In another region, or across the border.
    ["US", "CA", "America/New_York", false],
    ["CN", "JS", "Asia/Urumqi", false],
    ["FR", "IDF", "Europe/Berlin", false],
  ] as const;
  for (const [countryCode, regionCode, timezone, isKept] of cases) {
    const found = mergedFacts([
      from("a", { countryCode, regionCode }),
      from("b", { countryCode, regionCode: "XX", timezone }),
    ]);
    assert.equal(found.timezone, isKept ? timezone : undefined, timezone);
  }
});

Deno.test("mergedFacts - keeps all facts about 114.114.114.125", () => {
  const regional = {
    ...{
      countryCode: "CN",
      region: "江苏省",
      regionCode: "JS",
      city: "南京市",
    },
  };
  const contributions = [
    from("regional", regional, "regional"),
    from("asked", {
      ...{ countryCode: "CN", region: "Jiangsu", regionCode: "JS" },
      ...{ city: "Nanjing", district: "Gulou", zip: "210000" },
    }),
    from("tables", {
      ...{ countryCode: "CN", region: "Shandong", regionCode: "SD" },
      ...{ city: "Jinan", zip: "250000", timezone: "Asia/Shanghai" },
    }),
  ];
  assert.deepEqual(knownFacts(contributions), {
    ...regional,
    ...{ district: "Gulou", zip: "210000", timezone: "Asia/Shanghai" },
  });
  assert.equal(factSources(contributions).timezone, "tables");
});

Deno.test("mergedFacts - takes no network from a source that names another ASN", () => {
  const contributions = [
    from("a", { asn: 64500, asnOrg: "A" }),
    from("b", { asn: 64501, asnOrg: "B", route: "192.0.2.0/24", isp: "B" }),
  ];
  assert.deepEqual(knownFacts(contributions), { asn: 64500, asnOrg: "A" });
});

Deno.test("mergedFacts - takes no RPKI state from a source that names another route", () => {
  const table = from("b", { asn: 1, route: "5.0.0.0/16", rpki: "valid" });
  const state = (facts: Partial<Facts>) =>
    mergedFacts([from("a", facts), table]).rpki;
  assert.equal(state({ asn: 1, route: "5.0.0.0/16" }), "valid");
  assert.equal(state({ asn: 1 }), "valid");
  assert.equal(state({ asn: 1, route: "5.0.0.0/8" }), undefined);
  assert.equal(state({ asn: 2 }), undefined);
});

Deno.test("mergedFacts - returns nothing without sources", () => {
  assert.deepEqual(knownFacts([]), {});
  assert.deepEqual(factSources([]), {});
});

Deno.test("mergedFacts - does not modify its input", () => {
  const shared = Object.freeze({ countryCode: "DE" });
  const other = from("b", Object.freeze({ city: "X" }));
  const found = knownFacts([from("a", shared), other]);
  assert.deepEqual(found, { countryCode: "DE", city: "X" });
});

Deno.test("factSources - names the source of each fact", () => {
  const facts = fc.record({
    countryCode: fc.constantFrom("DE", "FR"),
    city: fc.string({ minLength: 1 }),
    latitude: fc.integer(),
    longitude: fc.integer(),
    asn: fc.constantFrom(1, 2),
    route: fc.string({ minLength: 1 }),
    abuseScore: fc.integer(),
  }, { requiredKeys: [] });
  fc.assert(fc.property(fc.array(facts, { maxLength: 4 }), (all) => {
    const contributions = all.map((some, i) => from(String(i), some));
    const merged = mergedFacts(contributions);
    const sources = factSources(contributions);
    assert.deepEqual(
      Object.keys(sources).sort(),
      Object.keys(withoutEmpty(merged)).sort(),
    );
    for (const [fact, source] of Object.entries(sources)) {
      const key = fact as keyof Facts;
      const stated: Partial<Facts> = all[Number(source)];
      assert.equal(merged[key], stated[key]);
    }
  }));
});

Deno.test("inOrder - sorts by kind, keeps the order within a kind, and drops other kinds", () => {
  const contributions = [
    from("a", {}, "open"),
    from("b", {}, "regional"),
    from("c", {}, "open"),
    from("d", {}, "abuse"),
  ];
  const sorted = inOrder(contributions, ["regional", "open"]);
  assert.deepEqual(sorted.map(({ source }) => source), ["b", "a", "c"]);
});

Deno.test("withoutEmpty - drops only empty and undefined values", () => {
  const facts = { city: "", zip: undefined, asn: 0, isp: "x" };
  assert.deepEqual(withoutEmpty(facts), { asn: 0, isp: "x" });
});
