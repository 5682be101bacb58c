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
  const contributions = [
    from("a", { countryCode: "DE", city: "Berlin" }),
    from("b", { countryCode: "DE", city: "Potsdam", timezone: "Z" }),
    from("c", { zip: "1", abuseScore: 0 }),
  ];
  assert.deepEqual(knownFacts(contributions), {
    countryCode: "DE",
    city: "Berlin",
    timezone: "Z",
    zip: "1",
    abuseScore: 0,
  });
  assert.deepEqual(factSources(contributions), {
    countryCode: "a",
    city: "a",
    timezone: "b",
    zip: "c",
    abuseScore: "c",
  });
});

Deno.test("mergedFacts - accepts zero as a value", () => {
  const contributions = [
    from("a", { latitude: 0, longitude: 0, abuseScore: 0 }),
    from("b", { latitude: 1, longitude: 1, abuseScore: 90 }),
  ];
  assert.deepEqual(knownFacts(contributions), {
    latitude: 0,
    longitude: 0,
    abuseScore: 0,
  });
});

Deno.test("mergedFacts - takes coordinates from one source", () => {
  const contributions = [
    from("a", { latitude: 50 }),
    from("b", { latitude: 1, longitude: 2, accuracyRadiusKm: 5 }),
  ];
  assert.deepEqual(knownFacts(contributions), { latitude: 50 });
  assert.deepEqual(knownFacts([...contributions].reverse()), {
    latitude: 1,
    longitude: 2,
    accuracyRadiusKm: 5,
  });
});

Deno.test("mergedFacts - takes a region and its code from one source", () => {
  const contributions = [
    from("a", { countryCode: "DE", region: "Hesse" }),
    from("b", { countryCode: "DE", region: "Bavaria", regionCode: "BY" }),
  ];
  assert.deepEqual(knownFacts(contributions), {
    countryCode: "DE",
    region: "Hesse",
  });
});

Deno.test("mergedFacts - does not combine one source's region with another's code", () => {
  const named = from("a", { region: "Hesse", city: "Kassel" });
  const coded = from("b", { regionCode: "HE", zip: "34117" });
  assert.deepEqual(knownFacts([named, coded]), {
    region: "Hesse",
    city: "Kassel",
    zip: "34117",
  });
  assert.deepEqual(knownFacts([coded, named]), {
    regionCode: "HE",
    zip: "34117",
    city: "Kassel",
  });
});

Deno.test("mergedFacts - takes no place from a source that names another country", () => {
  const contributions = [
    from("a", { countryCode: "FR", country: "France" }),
    from("b", {
      countryCode: "DE",
      continent: "Europe",
      city: "Berlin",
      timezone: "Europe/Berlin",
      latitude: 52,
      longitude: 13,
      isp: "Example",
    }),
    from("c", { city: "Lyon" }),
  ];
  assert.deepEqual(knownFacts(contributions), {
    countryCode: "FR",
    country: "France",
    isp: "Example",
    city: "Lyon",
  });
  assert.equal(factSources(contributions).city, "c");
});

Deno.test("mergedFacts - takes nothing of a region from a source that names another", () => {
  const contributions = [
    from("a", { regionCode: "CA", latitude: 37, longitude: -120 }),
    from("b", {
      regionCode: "NY",
      city: "New York",
      zip: "10001",
      timezone: "America/New_York",
      country: "United States",
    }),
    from("c", { regionCode: "CA", city: "Fresno" }),
  ];
  assert.deepEqual(knownFacts(contributions), {
    regionCode: "CA",
    latitude: 37,
    longitude: -120,
    country: "United States",
    city: "Fresno",
  });
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
    const contributions = [
      from("a", { countryCode: "CN", city }),
      from("b", {
        countryCode: "CN",
        city: other,
        district: "Gulou",
        zip: "210000",
      }),
    ];
    assert.deepEqual(knownFacts(contributions), {
      countryCode: "CN",
      city,
      district: "Gulou",
      zip: "210000",
    }, other);
  }
});

Deno.test("mergedFacts - compares regions by name if one has no code", () => {
  const from2 = (region: string) =>
    from("b", { countryCode: "CN", region, city: "Nanjing", zip: "210000" });
  const settled = from("a", {
    countryCode: "CN",
    region: "江苏省",
    regionCode: "JS",
  });
  assert.equal(mergedFacts([settled, from2("Jiangsu")]).zip, "210000");
  assert.equal(mergedFacts([settled, from2("Zhejiang")]).zip, undefined);
});

Deno.test("mergedFacts - keeps a country's only time zone for any region", () => {
  const contributions = (
    countryCode: string,
    regionCode: string,
    timezone: string,
  ) => [
    from("a", { countryCode, regionCode }),
    from("b", { countryCode, regionCode: "XX", timezone }),
  ];
  assert.equal(
    mergedFacts(contributions("CN", "JS", "Asia/Shanghai")).timezone,
    "Asia/Shanghai",
  );
  assert.equal(
    mergedFacts(contributions("FR", "IDF", "Europe/Paris")).timezone,
    "Europe/Paris",
  );
  // In another region, or across the border.
  assert.equal(
    mergedFacts(contributions("US", "CA", "America/New_York")).timezone,
    undefined,
  );
  assert.equal(
    mergedFacts(contributions("CN", "JS", "Asia/Urumqi")).timezone,
    undefined,
  );
  assert.equal(
    mergedFacts(contributions("FR", "IDF", "Europe/Berlin")).timezone,
    undefined,
  );
});

Deno.test("mergedFacts - keeps all facts about 114.114.114.125", () => {
  const contributions = [
    from("regional", {
      countryCode: "CN",
      region: "江苏省",
      regionCode: "JS",
      city: "南京市",
    }, "regional"),
    from("asked", {
      countryCode: "CN",
      region: "Jiangsu",
      regionCode: "JS",
      city: "Nanjing",
      district: "Gulou",
      zip: "210000",
    }),
    from("tables", {
      countryCode: "CN",
      region: "Shandong",
      regionCode: "SD",
      city: "Jinan",
      zip: "250000",
      timezone: "Asia/Shanghai",
    }),
  ];
  assert.deepEqual(knownFacts(contributions), {
    countryCode: "CN",
    region: "江苏省",
    regionCode: "JS",
    city: "南京市",
    district: "Gulou",
    zip: "210000",
    timezone: "Asia/Shanghai",
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
  const contributions = [
    from("a", shared),
    from("b", Object.freeze({ city: "X" })),
  ];
  assert.deepEqual(knownFacts(contributions), { countryCode: "DE", city: "X" });
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
      const index = Number(source);
      assert.equal(merged[key], (all[index] as Partial<Facts>)[key]);
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
  assert.deepEqual(
    inOrder(contributions, ["regional", "open"]).map(({ source }) => source),
    ["b", "a", "c"],
  );
});

Deno.test("withoutEmpty - drops only empty and undefined values", () => {
  assert.deepEqual(
    withoutEmpty({ city: "", zip: undefined, asn: 0, isp: "x" }),
    { asn: 0, isp: "x" },
  );
});
