import assert from "node:assert/strict";
import type {
  CheckedList,
  Checks,
} from "../../../../lib/ipinfo/risk/checks.ts";
import type { Evidence } from "../../../../lib/ipinfo/risk/evidence.ts";
import {
  type EvidenceDetail,
  type Trait,
  TRAITS,
} from "../../../../lib/ipinfo/view/evidence_detail.ts";
import { evidenceText } from "../../../../lib/ipinfo/view/address_texts.ts";
import type { Facts, Profile } from "../../../../lib/ipinfo/profile.ts";
import {
  guestPreview,
  guestSummary,
  homeVerdict,
  homeView,
  type HomeViewOptions,
} from "../../../../lib/ipinfo/home/home.ts";
import {
  type Audience,
  DEFAULT_FIELD_SETTINGS,
  type FieldSettings,
  HOME_FIELD_NAMES,
  HOME_FIELDS,
  type HomeField,
  mayShow,
} from "../../../../lib/ipinfo/view/home_fields.ts";
import { type Language, LANGUAGES } from "../../../../lib/i18n/language.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import { isBogon } from "../../../../lib/net/special_blocks.ts";
import { stated } from "../../../support/evidence.ts";
import { evidenceOf, profileOf } from "../../../support/profile.ts";
import fc from "fast-check";
import type { HomeView } from "../../../../lib/ipinfo/view/home_view.ts";
import { forAll } from "../../../support/for_all.ts";
import samples from "./home.json" with { type: "json" };

/** 2026-06-24 15:30 UTC, half past four in London. */
const NOW = Date.UTC(2026, 5, 24, 15, 30);

/** The view of a profile; no list is loaded. */
function viewOf(
  profile: Profile,
  options: Omit<HomeViewOptions, "checks" | "now"> & Partial<HomeViewOptions>,
): HomeView {
  return homeView(profile, { checks: {}, now: NOW, ...options });
}

const fullVerdict: Partial<Facts> = {
  country: "United Kingdom",
  city: "London",
  asnOrg: "A Net Ltd",
  isp: "A Net",
};

function denialOf(kind: Trait): Evidence {
  return { ...evidenceOf(kind), weight: -40, source: `against ${kind}` };
}

function verdict(
  facts: Partial<Facts>,
  evidence: Evidence[] = [],
  hidden: HomeField[] = [],
  language: Language = "en",
): string {
  return homeVerdict(
    profileOf("81.2.69.142", facts, { evidence }),
    (field) => !hidden.includes(field),
    language,
  );
}

const cases: [
  expected: string,
  facts: Partial<Facts>,
  traits: Trait[],
  denied?: Trait[],
][] = [
  ["A Net · London, United Kingdom", fullVerdict, []],
  ["Hosting · A Net · London, United Kingdom", fullVerdict, ["hosting"]],
  [
    "Mobile · A Net · United Kingdom",
    { ...fullVerdict, city: undefined },
    ["mobile"],
  ],
  ["Business · A Net", { isp: "A Net" }, ["commercial"]],
  [
    "Residential · A Net · London, United Kingdom · Open proxy",
    fullVerdict,
    ["residential", "proxy"],
  ],
  [
    "Chad · Tor exit · VPN exit · Open proxy",
    { country: "Chad" },
    ["tor", "proxy", "vpn"],
  ],
  ["Residential · Chad", { country: "Chad" }, ["residential"], ["proxy"]],
  [
    "Chad · Tor exit · Privacy relay · Crawler",
    { country: "Chad" },
    ["crawler", "relay", "tor"],
  ],
  ["Reported for abuse", {}, ["abuser"], ["vpn", "proxy", "tor"]],
  ["Chad · VPN exit", { country: "Chad" }, ["vpn"], ["tor"]],
  ["Satellite · Chad", { country: "Chad" }, ["satellite"]],
  ["VPN exit", {}, ["vpn"]],
  ["Nothing is known about this address.", {}, []],
];

for (const [expected, facts, traits, denied = []] of cases) {
  Deno.test(`homeVerdict - says: ${expected}`, () => {
    const evidence = [...traits.map(evidenceOf), ...denied.map(denialOf)];
    assert.equal(verdict(facts, evidence), expected);
  });
}

const seen = [evidenceOf("residential"), evidenceOf("proxy")];
const hiding = samples.hiding as [hidden: HomeField[], expected: string][];

for (const [hidden, expected] of hiding) {
  Deno.test(`homeVerdict - without ${hidden.join(", ")}`, () => {
    assert.equal(verdict(fullVerdict, seen, hidden), expected);
  });
}

Deno.test("homeVerdict - needs both fields to mention satellite", () => {
  const verdictWithout = (...hidden: HomeField[]) =>
    verdict({ country: "Chad" }, [evidenceOf("satellite")], hidden);
  assert.equal(verdictWithout("networkType"), "Chad");
  assert.equal(verdictWithout("satellite"), "Residential · Chad");
});

Deno.test("homeVerdict - has the same content in Chinese", () => {
  const zh = (facts: Partial<Facts>, traits: Trait[], denied: Trait[] = []) =>
    verdict(
      facts,
      [...traits.map((kind) => evidenceOf(kind)), ...denied.map(denialOf)],
      [],
      "zh",
    );
  assert.equal(
    zh(fullVerdict, ["mobile", "vpn"]),
    "移动网络 · A Net · United Kingdom London · VPN 出口",
  );
  assert.equal(
    zh(fullVerdict, [], ["proxy", "tor"]),
    "A Net · United Kingdom London",
  );
  assert.equal(
    zh({ ...fullVerdict, country: "中国", city: "深圳" }, ["mobile"]),
    "移动网络 · A Net · 中国 深圳",
  );
  assert.equal(zh({}, []), "没有关于该地址的信息。");
});

const full: Partial<Facts> = samples.full;

const known = profileOf("81.2.69.142", full, {
  confidence: { country: 99, lineType: 90 },
  traits: ["residential", "vpn", "tor"],
  sources: { country: "open-geo", city: "open-geo", asn: "asn-table" },
});

const guest = { audience: "guest", settings: DEFAULT_FIELD_SETTINGS } as const;
const member = { ...guest, audience: "member" } as const;

/** The default settings with some fields of an audience turned off. */
function without(audience: Audience, ...fields: HomeField[]): FieldSettings {
  const off = Object.fromEntries(fields.map((field) => [field, false]));
  return {
    ...DEFAULT_FIELD_SETTINGS,
    [audience]: { ...DEFAULT_FIELD_SETTINGS[audience], ...off },
  };
}

function cells({ layers }: HomeView) {
  return layers.map((rows) => rows.map(({ label, value }) => [label, value]));
}

const primary = samples.primary;
const details = [
  ["AS type", "ISP"],
  ["Route", "81.2.64.0/18"],
  ["RPKI", "Valid: this network may announce the route"],
  ["Registry", "RIPE"],
  ["Organization domain", "aa.example"],
  ["Coordinates", "51.5143, 0"],
  ["Crawler", null],
  ["Satellite", null],
  ["Known abuser", null],
  ["Risk score", "at least 88 out of 100"],
];
const advanced = samples.advanced;

Deno.test("homeView - shows a member every field in its layer", () => {
  const view = viewOf(known, member);
  assert.deepEqual(cells(view), [primary, details, advanced]);
  assert.deepEqual(view.locked, []);
  assert.deepEqual([view.ip, view.family, view.summary.flag, view.isPublic], [
    "81.2.69.142",
    4,
    "gb",
    true,
  ]);
});

Deno.test("homeView - shows a guest two layers, and the labels of the third", () => {
  const view = viewOf(known, guest);
  assert.deepEqual(cells(view), [primary, details, []]);
  assert.deepEqual(view.locked, advanced.map(([label]) => label));
});

Deno.test("homeView - rows have a field and a font", () => {
  const rows = viewOf(known, member).layers.flat();
  assert.deepEqual(rows.map(({ field }) => field), HOME_FIELD_NAMES);
  assert.deepEqual(
    rows.filter(({ mono }) => mono).map(({ field }) => field),
    ["asn", "hostname", "route", "orgDomain", "coordinates"],
  );
});

Deno.test("homeView - has 12 to 14 rows in the first layer by default", () => {
  for (const options of [guest, member]) {
    const [{ length }] = viewOf(known, options).layers;
    assert.equal(length >= 12 && length <= 14, true, `${length} rows`);
  }
});

Deno.test("homeView - has null for unknown values, and no flag", () => {
  const view = viewOf(profileOf("2001:db8::1"), member);
  assert.deepEqual(
    view.layers.flat().map(({ value }) => value),
    HOME_FIELD_NAMES.map(() => null),
  );
  assert.equal(view.summary.flag, "");
  assert.equal(view.family, 6);
});

Deno.test("homeView - lists a field that is off only for guests among those for members", () => {
  const view = viewOf(known, {
    audience: "guest",
    settings: without("guest", "city", "vpn"),
  });
  assert.deepEqual(view.locked.slice(0, 2), ["City", "VPN"]);
  assert.equal(
    view.layers[0].some(({ label }) => label === "City" || label === "VPN"),
    false,
  );
});

Deno.test("homeView - does not mention a field that is off for both", () => {
  const settings = {
    guest: without("guest", "city", "asnDates").guest,
    member: without("member", "city", "asnDates").member,
  };
  for (const audience of ["guest", "member"] as const) {
    const text = JSON.stringify(viewOf(known, { audience, settings }));
    assert.equal(/City|London,|AS created/.test(text), false, text);
  }
});

Deno.test("homeView - never shows guests the abuse contact", () => {
  const all = Object.fromEntries(
    HOME_FIELD_NAMES.map((field) => [field, true]),
  ) as FieldSettings["guest"];
  const settings = { guest: all, member: all };
  const view = viewOf(known, { audience: "guest", settings });
  assert.deepEqual(view.locked, ["Abuse contact"]);
  assert.deepEqual(cells(view)[2], advanced.slice(1));
});

Deno.test("homeView - shows the flag only with the country", () => {
  const view = viewOf(known, {
    audience: "guest",
    settings: without("guest", "country"),
  });
  assert.equal(view.summary.flag, "");
});

Deno.test("homeView - marks a reserved address, and names its block", () => {
  const view = viewOf(profileOf("10.1.2.3", {}, { isBogon: true }), guest);
  assert.equal(view.isPublic, false);
  assert.equal(view.verdict, "This is not a public address (Private-Use).");
});

// Each text below is unique, so that it can be found in any output.
const markers = samples.markers as Readonly<Record<string, Partial<Facts>>>;
const markerTexts: Readonly<Partial<Record<HomeField, readonly string[]>>> = {
  ...Object.fromEntries(
    Object.entries(markers).map((
      [field, facts],
    ) => [field, Object.values(facts).map(String)]),
  ),
  country: ["c0untry", "gb", "GB"],
  rpki: ["not authorized", "无权"],
  asnType: ["asntyp3", "belongs to", "归为", "classified", "归类"],
  proxy: ["proxy"],
  vpn: ["VPN", "vpn"],
  tor: ["Tor exit", "tor"],
  crawler: ["crawler"],
  satellite: ["satellite", "Satellite"],
  abuser: ["abuser"],
  networkType: [
    "residential",
    "commercial",
    "hosting",
    "mobile",
    "Residential",
    "Business",
    "Hosting",
    "Mobile",
  ],
};

const switches = fc.record(
  Object.fromEntries(
    HOME_FIELD_NAMES.map((field) => [field, fc.boolean()]),
  ) as Record<HomeField, fc.Arbitrary<boolean>>,
);

const someEvidence = fc.array(
  fc.record({
    kind: fc.constantFrom(...TRAITS),
    weight: fc.integer({ min: -90, max: 90 }),
    form: fc.nat(4),
  }),
  { maxLength: 8 },
);

const HOLDERS: Partial<Record<Trait, "isp" | "business" | "hosting">> = {
  residential: "isp",
  commercial: "business",
  hosting: "hosting",
};

/**
 * A source's statement about a trait: alone, with the AS number, or by the
 * holder's business.
 */
function detailOf(trait: Trait, weight: number, form: number): EvidenceDetail {
  const holder = HOLDERS[trait];
  if (form === 0 && holder) {
    return { code: "network-holder", params: { holder } };
  }
  if (form === 1 && trait === "hosting") {
    return { code: "network-classified", params: { networkClass: "content" } };
  }
  if (form === 2 && (trait === "satellite" || trait === "mobile")) {
    const params = { asn: 4200000001, networkType: trait } as const;
    return { code: "network-known", params };
  }
  return {
    code: weight > 0 ? "trait-claimed" : "trait-denied",
    params: { speaker: form === 3 ? "free" : "database", trait },
  };
}

const someProfile: fc.Arbitrary<Profile> = fc.record({
  fields: fc.subarray(Object.keys(markers)),
  stated: someEvidence,
}).map(({ fields, stated }) => {
  const evidence = stated.map(({ kind, weight, form }): Evidence => ({
    kind,
    weight,
    source: `s0urce-${kind}`,
    detail: detailOf(kind, weight, form),
    observedAt: null,
  }));
  return profileOf(
    "81.2.69.142",
    Object.assign({}, ...fields.map((field) => markers[field])),
    { evidence, sources: { city: "facts-s0urce" } },
  );
});

/** Everything in a view except the labels, which name fields on purpose. */
function toldBy(view: HomeView): string {
  return JSON.stringify({
    ...view,
    locked: [],
    layers: view.layers.map((rows) => rows.map(({ value }) => value)),
  });
}

Deno.test("homeView - contains nothing of a field that its audience does not see", () => {
  forAll([
    someProfile,
    fc.record({ guest: switches, member: switches }),
    fc.constantFrom<Audience>("guest", "member"),
    fc.constantFrom(...LANGUAGES),
  ], (profile, settings, audience, language) => {
    const view = viewOf(profile, { audience, settings, language });
    const shows = (field: HomeField) =>
      settings[audience][field] && mayShow(field, audience);
    const shown = toldBy(view);
    for (const field of HOME_FIELD_NAMES.filter((name) => !shows(name))) {
      for (const text of markerTexts[field] ?? []) {
        assert.equal(shown.includes(text), false, `${field}: ${shown}`);
      }
    }
    if (!shows("sourcesUsed")) {
      assert.equal(shown.includes("s0urce"), false);
    }
    if (!shows("riskReasons")) {
      for (const reason of profile.risk.reasons) {
        assert.equal(shown.includes(evidenceText(reason, language)), false);
      }
    }
    if (!shows("confidence")) {
      assert.equal(shown.includes("confidence"), false);
    }
    assert.deepEqual(
      view.layers.flat().map(({ field }) => field),
      HOME_FIELD_NAMES.filter(shows),
    );
  }, { numRuns: 500 });
});

const listed = (kind: Evidence["kind"], detail: EvidenceDetail): Evidence => ({
  kind,
  source: "a list",
  weight: 80,
  detail,
  observedAt: null,
});

Deno.test("homeView - translates regions, reasons and holder types to Chinese", () => {
  const evidence = [
    listed("residential", {
      code: "network-classified",
      params: { networkClass: "access" },
    }),
    listed("tor", { code: "tor-exit-listed", params: {} }),
    listed("vpn", {
      code: "network-known",
      params: { asn: 20712, networkType: "satellite" },
    }),
  ];
  const profile = profileOf("81.2.69.142", { ...full, regionCode: "ENG" }, {
    evidence,
  });
  const rows = viewOf(profile, { ...member, language: "zh" }).layers.flat();
  const valueOf = (name: HomeField) =>
    rows.find(({ field }) => field === name)?.value;
  assert.equal(valueOf("country"), "英国");
  assert.equal(valueOf("region"), "英格兰");
  assert.equal(valueOf("city"), "伦敦");
  assert.equal(valueOf("asnType"), "运营商");
  assert.deepEqual(valueOf("riskReasons"), [
    "所在网络归类为住宅接入网络",
    "列于 Tor 出口名单",
    "AS20712 是已知的卫星网络",
  ]);
});

Deno.test("homeView - names cities in China in Chinese", () => {
  const cityOf = (regionCode: string, city: string) => {
    const facts = { countryCode: "CN", regionCode, city };
    const view = viewOf(profileOf("1.2.4.8", facts), {
      ...guest,
      language: "zh",
    });
    return view.layers.flat().find(({ field }) => field === "city")?.value;
  };
  assert.equal(cityOf("GD", "Shenzhen"), "深圳");
  assert.equal(cityOf("JS", "Suzhou"), "苏州");
  assert.equal(cityOf("AH", "Suzhou"), "宿州");
  assert.equal(cityOf("GD", "Nowhere"), "Nowhere");
});

Deno.test("homeView - hides a reason that reveals a hidden field in Chinese, too", () => {
  const evidence = [
    listed("residential", {
      code: "network-holder",
      params: { holder: "isp" },
    }),
    listed("tor", {
      code: "network-known",
      params: { asn: 20712, networkType: "satellite" },
    }),
  ];
  const profile = profileOf("81.2.69.142", full, { evidence });
  const reasons = (...hidden: HomeField[]) =>
    viewOf(profile, {
      audience: "member",
      settings: without("member", ...hidden),
      language: "zh",
    }).layers[2].find(({ field }) => field === "riskReasons")?.value;
  assert.deepEqual(reasons("asnType"), ["AS20712 是已知的卫星网络"]);
  assert.deepEqual(reasons("asn"), ["商业数据源将所在网络归为运营商"]);
});

const places: [facts: Partial<Facts>, region: string | null][] = [
  [
    { countryCode: "US", region: "California", regionCode: "CA" },
    "加利福尼亚州",
  ],
  [{ countryCode: "CN", region: "Beijing", regionCode: "BJ" }, "北京市"],
  // Without a code, or a name for it, as the source writes it.
  [{ countryCode: "US", region: "Somewhere" }, "Somewhere"],
  [{ countryCode: "IN", region: "Delhi", regionCode: "DL" }, "Delhi"],
  [{ region: "Nowhere", regionCode: "CA" }, "Nowhere"],
  [{ countryCode: "US", regionCode: "CA" }, "加利福尼亚州"],
  [{ countryCode: "US" }, null],
];

for (const [facts, region] of places) {
  Deno.test(`homeView - shows the region of ${JSON.stringify(facts)} in Chinese`, () => {
    const view = viewOf(profileOf("81.2.69.142", facts), {
      ...guest,
      language: "zh",
    });
    assert.equal(
      view.layers[0].find(({ field }) => field === "region")?.value,
      region,
    );
  });
}

const reserved: [address: string, sentence: string][] = [
  ["10.1.2.3", "这不是公网地址（私有地址）。"],
  ["100.64.0.1", "这不是公网地址（运营商级 NAT 共享地址）。"],
  ["127.0.0.1", "这不是公网地址（环回地址）。"],
  ["203.0.113.9", "这不是公网地址（文档示例，TEST-NET-3）。"],
  ["fe80::1", "这不是公网地址（链路本地单播地址）。"],
  ["fd00::1", "这不是公网地址（唯一本地地址）。"],
];

for (const [address, sentence] of reserved) {
  Deno.test(`homeView - describes ${address} in Chinese`, () => {
    const profile = profileOf(address, {}, { isBogon: true });
    assert.equal(
      viewOf(profile, { ...guest, language: "zh" }).verdict,
      sentence,
    );
  });
}

Deno.test("homeView - does not modify the profile", () => {
  const before = JSON.stringify(known.facts) + JSON.stringify(known.risk);
  viewOf(known, { ...member, language: "zh" });
  assert.equal(
    JSON.stringify(known.facts) + JSON.stringify(known.risk),
    before,
  );
});

Deno.test("homeView - follows the order of HOME_FIELDS", () => {
  const view = viewOf(known, member);
  for (const [i, rows] of view.layers.entries()) {
    for (const { field, label } of rows) {
      assert.deepEqual(HOME_FIELDS[field].layer, i + 1);
      assert.deepEqual(HOME_FIELDS[field].label, label);
    }
  }
});

Deno.test("homeView - summarizes holder, place and local time, if they are shown", () => {
  const facts = { ...fullVerdict, timezone: "Europe/London" };
  const profile = profileOf("81.2.69.142", facts, { traits: ["residential"] });
  const summary = (over: Partial<HomeViewOptions> = {}) =>
    (({ summary, localTime }) => ({ ...summary, localTime }))(
      viewOf(profile, { ...guest, ...over }),
    );
  assert.deepEqual(summary(), {
    flag: "",
    place: "London, United Kingdom",
    holder: "A Net · Residential",
    localTime: "16:30\u00a0local\u00a0time",
  });
  assert.deepEqual(
    summary({ settings: without("guest", "isp", "timezone", "city") }),
    {
      flag: "",
      place: "United Kingdom",
      holder: "A Net Ltd · Residential",
      localTime: "",
    },
  );
  const hidden = [
    ...["isp", "organization", "timezone", "city", "country"] as const,
    "networkType",
  ] as const;
  assert.deepEqual(
    summary({ settings: without("guest", ...hidden) }),
    { flag: "", place: "", holder: "", localTime: "" },
  );
  const chinese = summary({ language: "zh" });
  assert.equal(chinese.localTime, "当地时间\u00a016:30");
  assert.equal(chinese.holder, "A Net · 住宅");
  // Of another address of the visitor, without the time.
  assert.deepEqual(guestSummary(profile, guest.settings, "en"), {
    flag: "",
    place: "London, United Kingdom",
    holder: "A Net · Residential",
  });
});

Deno.test("homeView - names both countries instead of a place if it is uncertain which", () => {
  const profile = profileOf("81.2.69.142", {
    ...{ city: "Bonn", region: "NW", country: "Germany", countryCode: "DE" },
    ...{ latitude: 0, longitude: 0, timezone: "Europe/Berlin" },
  }, { confidence: { country: 38, alternative: "FR", lineType: null } });
  const place = "Country uncertain: Germany or France";
  const { verdict, summary, point } = viewOf(profile, guest);
  const fields = ["country", "region", "city", "timezone", "coordinates"];
  const placeIn = (language: Language) =>
    viewOf(profile, { ...guest, language }).layers.flat()
      .filter(({ field }) => fields.includes(field))
      .map(({ value }) => value);
  const unknown = [null, null, null, null];
  assert.deepEqual(placeIn("en"), ["Germany or France", ...unknown]);
  assert.deepEqual(placeIn("zh"), ["德国或法国", ...unknown]);
  assert.deepEqual([verdict, summary, point], [
    place,
    { flag: "", place, holder: "" },
    null,
  ]);
  assert.equal(
    viewOf(profile, { ...guest, language: "zh" }).summary.place,
    "国家/地区不确定：德国或法国",
  );
  assert.deepEqual(guestPreview(profile, guest.settings), {
    ...summary,
    spot: null,
  });
  const settings = without("guest", "country");
  assert.equal(viewOf(profile, { ...guest, settings }).summary.place, "");
});

Deno.test("guestPreview - is in English, with the place on the map if guests see it", () => {
  const profile = profileOf("202.96.128.86", {
    country: "China",
    countryCode: "CN",
    asnOrg: "Chinanet",
    latitude: 0,
    longitude: 0,
  });
  const preview = (settings = guest.settings) =>
    guestPreview(profile, settings);
  const shown = { flag: "cn", place: "China", holder: "Chinanet" };
  assert.deepEqual(preview(), { ...shown, spot: { x: 500, y: 250 } });
  assert.deepEqual(preview(without("guest", "coordinates")), {
    ...shown,
    spot: null,
  });
  assert.deepEqual(preview(without("guest", "country", "organization")), {
    flag: "",
    place: "",
    holder: "",
    spot: { x: 500, y: 250 },
  });
});

Deno.test("homeView - a holder that only registrations name is said to be registered", () => {
  const facts = { asnOrg: "A Net Ltd", isp: "A Net", asnConfidence: 73 };
  const profile = profileOf("2001:db9::1", facts, {
    evidence: [evidenceOf("hosting")],
  });
  const { verdict, whose, summary } = viewOf(profile, guest);
  const holder = "Registered to A Net · Hosting";
  assert.deepEqual([verdict, whose, summary.holder], [
    "Hosting · Registered to A Net",
    "Registered to A Net",
    holder,
  ]);
  assert.equal(guestSummary(profile, guest.settings, "en").holder, holder);
  assert.equal(guestPreview(profile, guest.settings).holder, holder);
  const chinese = viewOf(profile, { ...guest, language: "zh" });
  assert.equal(chinese.summary.holder, "登记者：A Net · 机房");
  const settings = without("guest", "isp", "organization");
  const hidden = viewOf(profile, { ...guest, settings });
  assert.equal(hidden.summary.holder, "Hosting");
  const label = { label: "Our office", asnConfidence: 73 };
  const labeled = viewOf(profileOf("2001:db9::1", label), guest);
  assert.equal(labeled.whose, "Our office");
});

Deno.test("homeView - names Chinese providers in Chinese", () => {
  const profile = profileOf("202.96.128.86", {
    countryCode: "CN",
    asnOrg: "Chinanet",
    isp: "CHINANET Guangdong province network",
  });
  const { summary, isOneHolder } = viewOf(profile, {
    ...guest,
    language: "zh",
  });
  assert.deepEqual([summary.holder, isOneHolder], ["中国电信", true]);
  assert.equal(
    viewOf(profile, guest).summary.holder,
    "CHINANET Guangdong province network",
  );
});

Deno.test("homeView - has one row for organization and ISP if they are equal", () => {
  const view = (isp?: string, settings = guest.settings) => {
    const profile = profileOf("81.2.69.142", { asnOrg: "A Net", isp });
    const { cards, isOneHolder } = viewOf(profile, { ...guest, settings });
    const { rows } = cards.find(({ title }) => title === "Network")!;
    return [
      isOneHolder,
      ...rows.filter(({ field }) => ["organization", "isp"].includes(field))
        .map(({ label, value }) => `${label}: ${value}`),
    ];
  };
  assert.deepEqual(view("A Net"), [true, "Organization, ISP: A Net"]);
  assert.deepEqual(view("B Net"), [false, "Organization: A Net", "ISP: B Net"]);
  assert.deepEqual(view(), [false, "Organization: A Net", "ISP: null"]);
  assert.deepEqual(view("A Net", without("guest", "isp")), [
    false,
    "Organization: A Net",
  ]);
});

Deno.test("homeView - has badges for listed traits and for checked traits", () => {
  const evidence = [evidenceOf("residential"), evidenceOf("tor")];
  const profile = profileOf("81.2.69.142", {}, { evidence });
  const builtAt = Date.UTC(2026, 5, 20);
  const checks: { -readonly [trait in keyof Checks]: Checks[trait] } = {
    tor: Array(2).fill({ builtAt, families: [4] }),
    vpn: Array(3).fill({ builtAt, families: [4] }),
    abuser: [{ builtAt, families: [4] }],
  };
  const { badges } = viewOf(profile, { ...guest, checks });
  assert.deepEqual(badges.map(({ state, text }) => `${state}: ${text}`), [
    // What was found comes before what was not.
    "listed: Tor exit",
    "clear: Not on any of 4 lists, as of 2026-06-20 (VPN, abuse)",
    "unchecked: Not checked: proxy, relay, crawler",
  ]);
  const hidden = viewOf(profile, {
    audience: "guest",
    settings: without("guest", "tor", "networkType", "crawler"),
    checks,
  });
  const clear = (
    vpn: Omit<CheckedList, "families">,
    language: Language = "en",
  ) => {
    const undated = { ...checks, vpn: [{ ...vpn, families: [4] as const }] };
    return viewOf(profile, { ...guest, checks: undated, language }).badges[1]
      .text;
  };
  const download = { at: builtAt + 86_400_000, isDated: false };
  const vpn = { builtAt: download.at, download };
  assert.deepEqual([clear(vpn), clear(vpn, "zh")], [
    "Not on any of 2 lists, downloaded 2026-06-20 (VPN, abuse)",
    "不在 2026-06-20 下载的 2 份名单中（VPN、滥用）",
  ]);
  checks.abuser = [{
    ...{ builtAt: 0, families: [4] },
    download: { at: builtAt + 2 * 86_400_000, isDated: true },
  }];
  assert.equal(
    clear(vpn),
    "Not on any of 2 lists, downloaded 2026-06-21 (VPN, abuse)",
  );
  assert.equal(clear({ builtAt: null }), "Not on any of 2 lists (VPN, abuse)");
  assert.deepEqual(hidden.badges.map(({ text }) => text), [
    "Not on any of 4 lists, as of 2026-06-20 (VPN, abuse)",
    "Not checked: proxy, relay",
  ]);
});

Deno.test("homeView - names what a source denies in one badge, apart from the lists", () => {
  const evidence = [denialOf("proxy"), denialOf("vpn")];
  const profile = profileOf("81.2.69.142", {}, { evidence });
  const checks: Checks = { relay: [{ builtAt: null, families: [4] }] };
  const texts = (language: Language) =>
    viewOf(profile, { ...guest, checks, language }).badges
      .map(({ state, text }) => `${state}: ${text}`);
  assert.deepEqual(texts("en"), [
    "clear: Not on the list (relay)",
    "clear: Denied by a source: VPN, proxy",
    "unchecked: Not checked: Tor, crawler, abuse",
  ]);
  assert.deepEqual(texts("zh"), [
    "clear: 不在 1 份名单中（隐私中继）",
    "clear: 数据来源已排除：VPN、代理",
    "unchecked: 未检查：Tor、爬虫、滥用",
  ]);
});

Deno.test("homeView - counts a service without reports as a list that does not have the address", () => {
  const evidence = (["abuse-unreported", "abuse-allowlisted"] as const)
    .map((code) => stated("abuseipdb", "abuser", -20, { code, params: {} }));
  const shownOf = (evidence: Evidence[]) => {
    const profile = profileOf("81.2.69.142", {}, { evidence });
    const view = viewOf(profile, { ...guest, checks: {} });
    const rows = Object.fromEntries(cells(view)[1]);
    return [
      ...view.badges.map(({ state, text }) => `${state}: ${text}`),
      rows["Known abuser"],
    ];
  };
  for (const item of evidence) {
    assert.deepEqual(shownOf([item]), [
      "clear: Not on the list (abuse)",
      "unchecked: Not checked: VPN, proxy, Tor, relay, crawler",
      "Not listed",
    ]);
  }
});

Deno.test("homeView - says nothing in its one line that its badges and its summary don't", () => {
  const traits = fc.subarray<Trait>([
    ...["residential", "hosting", "satellite", "tor", "vpn"] as const,
    ...["proxy", "relay", "crawler", "abuser"] as const,
  ]);
  const hidden = fc.subarray<HomeField>([
    ...["country", "city", "organization", "isp", "networkType"] as const,
    ...["proxy", "vpn", "tor", "crawler", "abuser", "satellite"] as const,
  ]);
  forAll([traits, hidden], (traits, hidden) => {
    const { verdict, badges, summary } = viewOf(
      profileOf("81.2.69.142", fullVerdict, { traits }),
      { ...guest, settings: without("guest", ...hidden) },
    );
    const shown = [
      ...badges.map(({ text }) => text),
      ...summary.place.split(" · "),
      ...summary.holder.split(" · "),
      "This is a public address.",
    ];
    for (const part of verdict.split(" · ")) assert(shown.includes(part), part);
  });
});

Deno.test("homeView - states a relay and a crawler as facts", () => {
  const traits = ["relay", "crawler"] as const;
  const { badges } = viewOf(
    profileOf("81.2.69.142", {}, { traits: [...traits] }),
    { ...guest, checks: {} },
  );
  assert.deepEqual(
    badges.slice(0, 2).map(({ state, text }) => `${state}: ${text}`),
    ["line: Privacy relay", "line: Crawler"],
  );
});

Deno.test("homeView - explains its dashes, and has no note without one", () => {
  const { dashNote } = viewOf(profileOf("81.2.69.142"), guest);
  assert.equal(
    dashNote,
    "A dash means that this server has no value. Not checked, for lack of a list: VPN, proxy, Tor, relay, crawler, abuse.",
  );
  const settings = without(
    "guest",
    ...HOME_FIELD_NAMES.filter((field) =>
      HOME_FIELDS[field].layer < 3 && field !== "country"
    ),
  );
  const known = profileOf("81.2.69.142", { country: "France" });
  const route = { ...settings, guest: { ...settings.guest, route: true } };
  assert.match(
    viewOf(known, { audience: "guest", settings: route }).dashNote ?? "",
    /^A dash means /,
  );
  assert.equal(viewOf(known, { audience: "guest", settings }).dashNote, null);
});

Deno.test("homeView - groups the open rows on cards, in their order", () => {
  const view = viewOf(known, guest);
  assert.deepEqual(view.cards.map(({ title }) => title), [
    "Location",
    "Network",
    "Privacy",
  ]);
  assert.deepEqual(view.cards.flatMap(({ rows }) => rows), view.layers[0]);
});

Deno.test("homeView - places the point on the map only if coordinates are shown", () => {
  const profile = profileOf("81.2.69.142", { latitude: 0, longitude: 0 });
  assert.deepEqual(viewOf(profile, guest).point, {
    cell: "10-5",
    viewBox: "400 180 200 140",
    label: "",
  });
  const named = profileOf("81.2.69.142", {
    ...{ latitude: 90, longitude: 0, city: "North Pole" },
  });
  const labelWithout = (...fields: HomeField[]) =>
    viewOf(named, { ...guest, settings: without("guest", ...fields) }).point
      ?.label;
  assert.equal(labelWithout(), "North Pole");
  assert.equal(labelWithout("city"), "");
  const settings = without("guest", "coordinates");
  assert.equal(viewOf(profile, { audience: "guest", settings }).point, null);
  assert.equal(viewOf(profileOf("81.2.69.142"), guest).point, null);
});

const specials: [
  address: string,
  badge: string | undefined,
  chinese: string | undefined,
  href?: string,
][] = [
  [
    "2002:5102:8e14::1",
    "6to4 address of 81.2.142.20",
    "6to4 地址，内含 81.2.142.20",
    "/81.2.142.20",
  ],
  [
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "Teredo address of 192.0.2.45",
    "Teredo 地址，内含 192.0.2.45",
    "/192.0.2.45",
  ],
  // A network's own prefix, whose length nobody else knows.
  ["64:ff9b:1::8.8.8.8", undefined, undefined],
  [
    "223.5.5.5",
    "Anycast DNS resolver, in many places at once",
    "任播 DNS 解析器，同时位于多地",
  ],
  ["2d00::1", "Not allocated by IANA", "IANA 尚未分配"],
  ["192.175.48.1", "Direct Delegation AS112 Service", "直接授权的 AS112 服务"],
  ["192.31.196.1", "AS112-v4", "AS112-v4"],
  // The verdict says it.
  ["192.0.2.1", undefined, undefined],
  ["81.2.69.142", undefined, undefined],
];

for (const [address, badge, chinese, href] of specials) {
  Deno.test(`homeView - the special badge of ${address} is ${badge}`, () => {
    const profile = profileOf(address, {}, {
      isBogon: isBogon(parseIp(address)!),
    });
    for (const [language, text] of [["en", badge], ["zh", chinese]] as const) {
      const { badges } = viewOf(profile, { ...guest, language });
      const [first] = badges.filter(({ state }) => state === "line");
      assert.deepEqual(
        first,
        text === undefined
          ? undefined
          : href
          ? { state: "line", text, href }
          : { state: "line", text },
      );
    }
  });
}

Deno.test("homeView - the confidence tells only of fields that are shown", () => {
  const sure = (...hidden: HomeField[]) =>
    viewOf(known, { ...guest, settings: without("guest", ...hidden) })
      .layers.flat().find(({ field }) => field === "confidence")?.value;
  assert.deepEqual(sure("country"), ["90% sure of the network type"]);
  assert.deepEqual(sure("networkType"), ["99% sure of the country"]);
  assert.equal(sure("country", "networkType"), null);
});
