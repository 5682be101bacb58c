import assert from "node:assert/strict";
import type { Checks } from "../../../../lib/ipinfo/risk/checks.ts";
import type { Evidence } from "../../../../lib/ipinfo/risk/evidence.ts";
import {
  type EvidenceDetail,
  type EvidenceValue,
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
import { claimed, denied, stated } from "../../../support/evidence.ts";
import { evidenceOf, profileOf } from "../../../support/profile.ts";
import fc from "fast-check";
import type { HomeView } from "../../../../lib/ipinfo/view/home_view.ts";
import { forAll } from "../../../support/for_all.ts";
import samples from "./home.json" with { type: "json" };

/** 2026-06-24 15:30 UTC, half past four in London. */
const NOW = Date.UTC(2026, 5, 24, 15, 30);

const ADDRESS = "81.2.69.142";
const guest = { audience: "guest", settings: DEFAULT_FIELD_SETTINGS } as const;
const member = { ...guest, audience: "member" } as const;
const inChinese = { language: "zh" } as const;

const profileWith = (
  facts: Partial<Facts> = {},
  more: Parameters<typeof profileOf>[2] = {},
) => profileOf(ADDRESS, facts, more);

/** The view of a profile: by default a guest's, and no list is loaded. */
function viewOf(profile: Profile, over: Partial<HomeViewOptions> = {}) {
  return homeView(profile, { ...guest, checks: {}, now: NOW, ...over });
}

/** The default settings with some fields of an audience turned off. */
function without(audience: Audience, ...fields: HomeField[]): FieldSettings {
  const off = Object.fromEntries(fields.map((field) => [field, false]));
  return {
    ...DEFAULT_FIELD_SETTINGS,
    [audience]: { ...DEFAULT_FIELD_SETTINGS[audience], ...off },
  };
}

/** The same value for every field. */
const forAllFields = <Value>(value: Value) =>
  Object.fromEntries(
    HOME_FIELD_NAMES.map((field) => [field, value]),
  ) as Record<HomeField, Value>;

/** What hides some fields from guests. */
const hiding = (...fields: HomeField[]) => ({
  settings: without("guest", ...fields),
});

function cells({ layers }: HomeView) {
  return layers.map((rows) => rows.map(({ label, value }) => [label, value]));
}

const valueIn = ({ layers }: HomeView, name: HomeField) =>
  layers.flat().find(({ field }) => field === name)?.value;

const badgesIn = ({ badges }: HomeView) =>
  badges.map(({ state, text }) => `${state}: ${text}`);

const fullVerdict: Partial<Facts> = {
  country: "United Kingdom",
  city: "London",
  asnOrg: "A Net Ltd",
  isp: "A Net",
};
const CHAD = { country: "Chad" };

function denialOf(kind: Trait): Evidence {
  return { ...evidenceOf(kind), weight: -40, source: `against ${kind}` };
}

/** The traits are in words: `tor -vpn` is a claim and a denial. */
function verdict(
  facts: Partial<Facts>,
  traits = "",
  hidden: HomeField[] = [],
  language: Language = "en",
): string {
  const evidence = traits.match(/\S+/g)?.map((trait) =>
    trait.startsWith("-")
      ? denialOf(trait.slice(1) as Trait)
      : evidenceOf(trait as Trait)
  );
  return homeVerdict(
    profileWith(facts, { evidence }),
    (field) => !hidden.includes(field),
    language,
  );
}

const inShenzhen = { ...fullVerdict, country: "中国", city: "深圳" };
const cases: [string, Partial<Facts>, traits?: string, Language?][] = [
  ["A Net · London, United Kingdom", fullVerdict],
  ["Hosting · A Net · London, United Kingdom", fullVerdict, "hosting"],
  [
    "Mobile · A Net · United Kingdom",
    { ...fullVerdict, city: undefined },
    "mobile",
  ],
  ["Business · A Net", { isp: "A Net" }, "commercial"],
  [
    "Residential · A Net · London, United Kingdom · Open proxy",
    fullVerdict,
    "residential proxy",
  ],
  ["Chad · Tor exit · VPN exit · Open proxy", CHAD, "tor proxy vpn"],
  ["Residential · Chad", CHAD, "residential -proxy"],
  ["Chad · Tor exit · Privacy relay · Crawler", CHAD, "crawler relay tor"],
  ["Reported for abuse", {}, "abuser -vpn -proxy -tor"],
  ["Chad · VPN exit", CHAD, "vpn -tor"],
  ["Satellite · Chad", CHAD, "satellite"],
  ["VPN exit", {}, "vpn"],
  ["Nothing is known about this address.", {}],
  [
    "移动网络 · A Net · United Kingdom London · VPN 出口",
    fullVerdict,
    "mobile vpn",
    "zh",
  ],
  ["A Net · United Kingdom London", fullVerdict, "-proxy -tor", "zh"],
  ["移动网络 · A Net · 中国 深圳", inShenzhen, "mobile", "zh"],
  ["没有关于该地址的信息。", {}, "", "zh"],
];

for (const [expected, facts, traits, language] of cases) {
  Deno.test(`homeVerdict - says: ${expected}`, () => {
    assert.equal(verdict(facts, traits, [], language), expected);
  });
}

for (const [hidden, expected] of samples.hiding as [HomeField[], string][]) {
  Deno.test(`homeVerdict - without ${hidden.join(", ")}`, () => {
    assert.equal(verdict(fullVerdict, "residential proxy", hidden), expected);
  });
}

Deno.test("homeVerdict - needs both fields to mention satellite", () => {
  assert.equal(verdict(CHAD, "satellite", ["networkType"]), "Chad");
  assert.equal(verdict(CHAD, "satellite", ["satellite"]), "Residential · Chad");
});

const full: Partial<Facts> = samples.full;

const known = profileWith(full, {
  confidence: { country: 99, lineType: 90 },
  traits: ["residential", "vpn", "tor"],
  sources: { country: "open-geo", city: "open-geo", asn: "asn-table" },
});

const { primary, details, advanced } = samples;

Deno.test("homeView - shows a member every field in its layer", () => {
  const view = viewOf(known, member);
  assert.deepEqual(cells(view), [primary, details, advanced]);
  assert.deepEqual(view.locked, []);
  const { ip, family, summary, isPublic } = view;
  assert.deepEqual([ip, family, isPublic], [ADDRESS, 4, true]);
  assert.equal(summary.flag, "gb");
});

Deno.test("homeView - shows a guest two layers, and the labels of the third", () => {
  const view = viewOf(known);
  assert.deepEqual(cells(view), [primary, details, []]);
  assert.deepEqual(view.locked, advanced.map(([label]) => label));
});

Deno.test("homeView - rows have a field and a font", () => {
  const rows = viewOf(known, member).layers.flat();
  assert.deepEqual(rows.map(({ field }) => field), HOME_FIELD_NAMES);
  const mono = rows.filter(({ mono }) => mono).map(({ field }) => field);
  const expected = ["asn", "hostname", "route", "orgDomain", "coordinates"];
  assert.deepEqual(mono, expected);
});

Deno.test("homeView - has 12 to 14 rows in the first layer by default", () => {
  for (const options of [guest, member]) {
    const [{ length }] = viewOf(known, options).layers;
    assert.equal(length >= 12 && length <= 14, true, `${length} rows`);
  }
});

Deno.test("homeView - has null for unknown values, and no flag", () => {
  const view = viewOf(profileOf("2001:db8::1"), member);
  const values = view.layers.flat().map(({ value }) => value);
  assert.deepEqual(values, HOME_FIELD_NAMES.map(() => null));
  assert.deepEqual([view.summary.flag, view.family], ["", 6]);
});

Deno.test("homeView - lists a field that is off only for guests among those for members", () => {
  const view = viewOf(known, hiding("city", "vpn"));
  assert.deepEqual(view.locked.slice(0, 2), ["City", "VPN"]);
  const labels = view.layers[0].map(({ label }) => label);
  assert.deepEqual(labels.filter((label) => /City|VPN/.test(label)), []);
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
  const all = forAllFields(true);
  const view = viewOf(known, { settings: { guest: all, member: all } });
  assert.deepEqual(view.locked, ["Abuse contact"]);
  assert.deepEqual(cells(view)[2], advanced.slice(1));
});

Deno.test("homeView - shows the flag only with the country", () => {
  assert.equal(viewOf(known, hiding("country")).summary.flag, "");
});

Deno.test("homeView - marks a reserved address, and names its block", () => {
  const view = viewOf(profileOf("10.1.2.3", {}, { isBogon: true }));
  assert.equal(view.isPublic, false);
  assert.equal(view.verdict, "This is not a public address (Private-Use).");
});

// Each text below is unique, so that it can be found in any output.
const markers = samples.markers as Readonly<Record<string, Partial<Facts>>>;
const markerTexts: Readonly<Partial<Record<HomeField, readonly string[]>>> = {
  ...Object.fromEntries(
    Object.entries(markers)
      .map(([field, facts]) => [field, Object.values(facts).map(String)]),
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
    ...["residential", "commercial", "hosting", "mobile"],
    ...["Residential", "Business", "Hosting", "Mobile"],
  ],
};

const switches = fc.record(forAllFields(fc.boolean()));

const someEvidence = fc.array(
  fc.record({
    kind: fc.constantFrom(...TRAITS),
    weight: fc.integer({ min: -90, max: 90 }),
    form: fc.nat(4),
  }),
  { maxLength: 8 },
);

const HOLDERS: Partial<Record<Trait, EvidenceValue<"holder">>> = {
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
  const speaker = form === 3 ? "free" : "database";
  return (weight > 0 ? claimed : denied)(speaker, trait);
}

const someProfile: fc.Arbitrary<Profile> = fc.record({
  fields: fc.subarray(Object.keys(markers)),
  items: someEvidence,
}).map(({ fields, items }) => {
  const evidence = items.map(({ kind, weight, form }) =>
    stated(`s0urce-${kind}`, kind, weight, detailOf(kind, weight, form))
  );
  const facts = Object.assign({}, ...fields.map((field) => markers[field]));
  return profileWith(facts, { evidence, sources: { city: "facts-s0urce" } });
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
    const hidden = [
      ...shows("sourcesUsed") ? [] : ["s0urce"],
      ...shows("confidence") ? [] : ["confidence"],
      ...shows("riskReasons")
        ? []
        : profile.risk.reasons.map((reason) => evidenceText(reason, language)),
    ];
    for (const text of hidden) assert.equal(shown.includes(text), false, text);
    const fields = view.layers.flat().map(({ field }) => field);
    assert.deepEqual(fields, HOME_FIELD_NAMES.filter(shows));
  }, { numRuns: 500 });
});

const listed = (kind: Trait, detail: EvidenceDetail) =>
  stated("a list", kind, 80, detail);

const knownNetwork: EvidenceDetail = {
  code: "network-known",
  params: { asn: 20712, networkType: "satellite" },
};

Deno.test("homeView - translates regions, reasons and holder types to Chinese", () => {
  const params = { networkClass: "access" } as const;
  const evidence = [
    listed("residential", { code: "network-classified", params }),
    listed("tor", { code: "tor-exit-listed", params: {} }),
    listed("vpn", knownNetwork),
  ];
  const profile = profileWith({ ...full, regionCode: "ENG" }, { evidence });
  const view = viewOf(profile, { ...member, ...inChinese });
  const fields = ["country", "region", "city", "asnType"] as const;
  const values = fields.map((field) => valueIn(view, field));
  assert.deepEqual(values, ["英国", "英格兰", "伦敦", "运营商"]);
  assert.deepEqual(valueIn(view, "riskReasons"), [
    "所在网络归类为住宅接入网络",
    "列于 Tor 出口名单",
    "AS20712 是已知的卫星网络",
  ]);
});

Deno.test("homeView - names cities in China in Chinese", () => {
  const cityOf = (regionCode: string, city: string) => {
    const facts = { countryCode: "CN", regionCode, city };
    return valueIn(viewOf(profileWith(facts), inChinese), "city");
  };
  assert.equal(cityOf("GD", "Shenzhen"), "深圳");
  assert.equal(cityOf("JS", "Suzhou"), "苏州");
  assert.equal(cityOf("AH", "Suzhou"), "宿州");
  assert.equal(cityOf("GD", "Nowhere"), "Nowhere");
});

Deno.test("homeView - hides a reason that reveals a hidden field in Chinese, too", () => {
  const params = { holder: "isp" } as const;
  const evidence = [
    listed("residential", { code: "network-holder", params }),
    listed("tor", knownNetwork),
  ];
  const profile = profileWith(full, { evidence });
  const reasons = (...hidden: HomeField[]) => {
    const settings = without("member", ...hidden);
    const view = viewOf(profile, { ...member, ...inChinese, settings });
    return valueIn(view, "riskReasons");
  };
  assert.deepEqual(reasons("asnType"), ["AS20712 是已知的卫星网络"]);
  assert.deepEqual(reasons("asn"), ["商业数据源将所在网络归为运营商"]);
});

const US = "US";
const places: [facts: Partial<Facts>, region: string | null][] = [
  [{ countryCode: US, region: "California", regionCode: "CA" }, "加利福尼亚州"],
  [{ countryCode: "CN", region: "Beijing", regionCode: "BJ" }, "北京市"],
  // Without a code, or a name for it, as the source writes it.
  [{ countryCode: US, region: "Somewhere" }, "Somewhere"],
  [{ countryCode: "IN", region: "Delhi", regionCode: "DL" }, "Delhi"],
  [{ region: "Nowhere", regionCode: "CA" }, "Nowhere"],
  [{ countryCode: US, regionCode: "CA" }, "加利福尼亚州"],
  [{ countryCode: US }, null],
];

for (const [facts, region] of places) {
  Deno.test(`homeView - shows the region of ${JSON.stringify(facts)} in Chinese`, () => {
    const { layers } = viewOf(profileWith(facts), inChinese);
    const row = layers[0].find(({ field }) => field === "region");
    assert.equal(row?.value, region);
  });
}

const reserved: [address: string, block: string][] = [
  ["10.1.2.3", "私有地址"],
  ["100.64.0.1", "运营商级 NAT 共享地址"],
  ["127.0.0.1", "环回地址"],
  ["203.0.113.9", "文档示例，TEST-NET-3"],
  ["fe80::1", "链路本地单播地址"],
  ["fd00::1", "唯一本地地址"],
];

for (const [address, block] of reserved) {
  Deno.test(`homeView - describes ${address} in Chinese`, () => {
    const profile = profileOf(address, {}, { isBogon: true });
    const { verdict } = viewOf(profile, inChinese);
    assert.equal(verdict, `这不是公网地址（${block}）。`);
  });
}

Deno.test("homeView - does not modify the profile", () => {
  const text = () => JSON.stringify(known.facts) + JSON.stringify(known.risk);
  const before = text();
  viewOf(known, { ...member, ...inChinese });
  assert.equal(text(), before);
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
  const profile = profileWith(facts, { traits: ["residential"] });
  const summary = (over: Partial<HomeViewOptions> = {}) => {
    const { summary, localTime } = viewOf(profile, over);
    return { ...summary, localTime };
  };
  const shown = {
    flag: "",
    place: "London, United Kingdom",
    holder: "A Net · Residential",
  };
  const localTime = "16:30\u00a0local\u00a0time";
  assert.deepEqual(summary(), { ...shown, localTime });
  assert.deepEqual(summary(hiding("isp", "timezone", "city")), {
    flag: "",
    place: "United Kingdom",
    holder: "A Net Ltd · Residential",
    localTime: "",
  });
  const hidden = [
    ...["isp", "organization", "timezone", "city", "country"] as const,
    "networkType",
  ] as const;
  const nothing = { flag: "", place: "", holder: "", localTime: "" };
  assert.deepEqual(summary(hiding(...hidden)), nothing);
  const chinese = summary(inChinese);
  assert.equal(chinese.localTime, "当地时间\u00a016:30");
  assert.equal(chinese.holder, "A Net · 住宅");
  const placeIn = (region: string, city = region) =>
    viewOf(profileWith({ country: "X", region, city }), inChinese).summary
      .place;
  assert.deepEqual([placeIn("A", "B"), placeIn("A")], ["X A B", "X A"]);
  // Of another address of the visitor, without the time.
  assert.deepEqual(guestSummary(profile, guest.settings, "en"), shown);
});

Deno.test("homeView - names both countries instead of a place if it is uncertain which", () => {
  const profile = profileWith({
    ...{ city: "Bonn", region: "NW", country: "Germany", countryCode: "DE" },
    ...{ latitude: 0, longitude: 0, timezone: "Europe/Berlin" },
  }, { confidence: { country: 38, alternative: "FR", lineType: null } });
  const fields = ["country", "region", "city", "timezone", "coordinates"];
  const seen = [
    ["en", "Germany or France", "Country uncertain: Germany or France"],
    ["zh", "德国或法国", "国家/地区不确定：德国或法国"],
  ] as const;
  for (const [language, country, place] of seen) {
    const view = viewOf(profile, { language });
    const rows = view.layers.flat()
      .filter(({ field }) => fields.includes(field));
    const [first, ...others] = rows.map(({ value }) => value);
    assert.deepEqual([first, others], [country, [null, null, null, null]]);
    assert.equal(view.summary.place, place);
  }
  const { verdict, summary, point } = viewOf(profile);
  const place = seen[0][2];
  assert.deepEqual([verdict, summary, point], [
    place,
    { flag: "", place, holder: "" },
    null,
  ]);
  const preview = guestPreview(profile, guest.settings);
  assert.deepEqual(preview, { ...summary, spot: null });
  assert.equal(viewOf(profile, hiding("country")).summary.place, "");
});

Deno.test("guestPreview - is in English, with the place on the map if guests see it", () => {
  const profile = profileWith({
    ...{ country: "China", countryCode: "CN", asnOrg: "Chinanet" },
    ...{ latitude: 0, longitude: 0 },
  });
  const preview = (...hidden: HomeField[]) =>
    guestPreview(profile, without("guest", ...hidden));
  const shown = { flag: "cn", place: "China", holder: "Chinanet" };
  const spot = { x: 500, y: 250 };
  assert.deepEqual(preview(), { ...shown, spot });
  assert.deepEqual(preview("coordinates"), { ...shown, spot: null });
  const nothing = { flag: "", place: "", holder: "", spot };
  assert.deepEqual(preview("country", "organization"), nothing);
});

Deno.test("homeView - a holder that only registrations name is said to be registered", () => {
  const facts = { asnOrg: "A Net Ltd", isp: "A Net", asnConfidence: 73 };
  const profile = profileWith(facts, { traits: ["hosting"] });
  const { verdict, whose, summary } = viewOf(profile);
  const holder = "Registered to A Net · Hosting";
  assert.deepEqual([verdict, whose, summary.holder], [
    "Hosting · Registered to A Net",
    "Registered to A Net",
    holder,
  ]);
  assert.equal(guestSummary(profile, guest.settings, "en").holder, holder);
  assert.equal(guestPreview(profile, guest.settings).holder, holder);
  const chinese = viewOf(profile, inChinese);
  assert.equal(chinese.summary.holder, "登记者：A Net · 机房");
  const hidden = viewOf(profile, hiding("isp", "organization"));
  assert.equal(hidden.summary.holder, "Hosting");
  const labeled = profileWith({ label: "Our office", asnConfidence: 73 });
  assert.equal(viewOf(labeled).whose, "Our office");
});

Deno.test("homeView - names Chinese providers in Chinese", () => {
  const isp = "CHINANET Guangdong province network";
  const facts = { countryCode: "CN", asnOrg: "Chinanet", isp };
  const { summary, isOneHolder } = viewOf(profileWith(facts), inChinese);
  assert.deepEqual([summary.holder, isOneHolder], ["中国电信", true]);
  assert.equal(viewOf(profileWith(facts)).summary.holder, isp);
});

Deno.test("homeView - has one row for organization and ISP if they are equal", () => {
  const view = (isp?: string, ...hidden: HomeField[]) => {
    const profile = profileWith({ asnOrg: "A Net", isp });
    const { cards, isOneHolder } = viewOf(profile, hiding(...hidden));
    const { rows } = cards.find(({ title }) => title === "Network")!;
    return [
      isOneHolder,
      ...rows.filter(({ field }) => ["organization", "isp"].includes(field))
        .map(({ label, value }) => `${label}: ${value}`),
    ];
  };
  const first = "Organization: A Net";
  assert.deepEqual(view("A Net"), [true, "Organization, ISP: A Net"]);
  assert.deepEqual(view("B Net"), [false, first, "ISP: B Net"]);
  assert.deepEqual(view(), [false, first, "ISP: null"]);
  assert.deepEqual(view("A Net", "isp"), [false, first]);
});

Deno.test("homeView - has badges for listed traits and for checked traits", () => {
  const profile = profileWith({}, { traits: ["residential", "tor"] });
  const builtAt = Date.UTC(2026, 5, 20);
  const list = { builtAt, families: [4] } as const;
  const vpn = [list, list, list];
  const checks: Checks = { tor: [list, list], vpn, abuser: [list] };
  const four = "Not on any of 4 lists, as of 2026-06-20 (VPN, abuse)";
  assert.deepEqual(badgesIn(viewOf(profile, { checks })), [
    // What was found comes before what was not.
    "listed: Tor exit",
    `clear: ${four}`,
    "unchecked: Not checked: proxy, relay, crawler",
  ]);
  const hidden = hiding("tor", "networkType", "crawler");
  assert.deepEqual(badgesIn(viewOf(profile, { ...hidden, checks })), [
    `clear: ${four}`,
    "unchecked: Not checked: proxy, relay",
  ]);
  const clear = (vpn: object, language: Language = "en", more: Checks = {}) => {
    const undated = { ...checks, vpn: [{ ...list, ...vpn }], ...more };
    return viewOf(profile, { checks: undated, language }).badges[1].text;
  };
  const dayMs = 86_400_000;
  const download = { at: builtAt + dayMs, isDated: false };
  const dated = { builtAt: download.at, download };
  const two = "Not on any of 2 lists";
  assert.equal(clear(dated), `${two}, downloaded 2026-06-20 (VPN, abuse)`);
  assert.equal(
    clear(dated, "zh"),
    "不在 2026-06-20 下载的 2 份名单中（VPN、滥用）",
  );
  const later = { at: builtAt + 2 * dayMs, isDated: true };
  const abuser = [{ ...list, builtAt: 0, download: later }];
  assert.equal(
    clear(dated, "en", { abuser }),
    `${two}, downloaded 2026-06-21 (VPN, abuse)`,
  );
  const undated = clear({ builtAt: null }, "en", { abuser });
  assert.equal(undated, `${two} (VPN, abuse)`);
});

Deno.test("homeView - names what a source denies in one badge, apart from the lists", () => {
  const evidence = [denialOf("proxy"), denialOf("vpn")];
  const profile = profileWith({}, { evidence });
  const checks: Checks = { relay: [{ builtAt: null, families: [4] }] };
  assert.deepEqual(badgesIn(viewOf(profile, { checks })), [
    "clear: Not on the list (relay)",
    "clear: Denied by a source: VPN, proxy",
    "unchecked: Not checked: Tor, crawler, abuse",
  ]);
  assert.deepEqual(badgesIn(viewOf(profile, { checks, language: "zh" })), [
    "clear: 不在 1 份名单中（隐私中继）",
    "clear: 数据来源已排除：VPN、代理",
    "unchecked: 未检查：Tor、爬虫、滥用",
  ]);
});

Deno.test("homeView - counts a service without reports as a list that does not have the address", () => {
  for (const code of ["abuse-unreported", "abuse-allowlisted"] as const) {
    const item = stated("abuseipdb", "abuser", -20, { code, params: {} });
    const view = viewOf(profileWith({}, { evidence: [item] }));
    assert.deepEqual([...badgesIn(view), valueIn(view, "abuser")], [
      "clear: Not on the list (abuse)",
      "unchecked: Not checked: VPN, proxy, Tor, relay, crawler",
      "Not listed",
    ], code);
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
    const profile = profileWith(fullVerdict, { traits });
    const { verdict, badges, summary } = viewOf(profile, hiding(...hidden));
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
  const view = viewOf(profileWith({}, { traits: ["relay", "crawler"] }));
  const facts = ["line: Privacy relay", "line: Crawler"];
  assert.deepEqual(badgesIn(view).slice(0, 2), facts);
});

Deno.test("homeView - explains its dashes, and has no note without one", () => {
  assert.equal(
    viewOf(profileWith()).dashNote,
    "A dash means that this server has no value. Not checked, for lack of a list: VPN, proxy, Tor, relay, crawler, abuse.",
  );
  const { settings } = hiding(
    ...HOME_FIELD_NAMES.filter((field) =>
      HOME_FIELDS[field].layer < 3 && field !== "country"
    ),
  );
  const known = profileWith({ country: "France" });
  const route = { ...settings, guest: { ...settings.guest, route: true } };
  const { dashNote } = viewOf(known, { settings: route });
  assert.match(dashNote ?? "", /^A dash means /);
  assert.equal(viewOf(known, { settings }).dashNote, null);
});

Deno.test("homeView - groups the open rows on cards, in their order", () => {
  const { cards, layers } = viewOf(known);
  const titles = ["Location", "Network", "Privacy"];
  assert.deepEqual(cards.map(({ title }) => title), titles);
  assert.deepEqual(cards.flatMap(({ rows }) => rows), layers[0]);
  const ofPrivacy = HOME_FIELD_NAMES.filter((field) =>
    HOME_FIELDS[field].card === "privacy"
  );
  const { cards: others } = viewOf(known, hiding(...ofPrivacy));
  assert.deepEqual(others.map(({ title }) => title), titles.slice(0, 2));
});

Deno.test("homeView - places the point on the map only if coordinates are shown", () => {
  const profile = profileWith({ latitude: 0, longitude: 0 });
  assert.deepEqual(viewOf(profile).point, {
    cell: "10-5",
    viewBox: "400 180 200 140",
    label: "",
  });
  const pole = { latitude: 90, longitude: 0, city: "North Pole" };
  const labelWithout = (...fields: HomeField[]) =>
    viewOf(profileWith(pole), hiding(...fields)).point?.label;
  assert.equal(labelWithout(), "North Pole");
  assert.equal(labelWithout("city"), "");
  assert.equal(viewOf(profile, hiding("coordinates")).point, null);
  assert.equal(viewOf(profileWith()).point, null);
});

const specials: [string, badge?: string, zh?: string, href?: string][] = [
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
  ["64:ff9b:1::8.8.8.8"],
  [
    "223.5.5.5",
    "Anycast DNS resolver, in many places at once",
    "任播 DNS 解析器，同时位于多地",
  ],
  ["2d00::1", "Not allocated by IANA", "IANA 尚未分配"],
  ["192.175.48.1", "Direct Delegation AS112 Service", "直接授权的 AS112 服务"],
  ["192.31.196.1", "AS112-v4", "AS112-v4"],
  // The verdict says it.
  ["192.0.2.1"],
  [ADDRESS],
];

for (const [address, badge, chinese, href] of specials) {
  Deno.test(`homeView - the special badge of ${address} is ${badge}`, () => {
    const isSpecial = isBogon(parseIp(address)!);
    const profile = profileOf(address, {}, { isBogon: isSpecial });
    for (const [language, text] of [["en", badge], ["zh", chinese]] as const) {
      const { badges } = viewOf(profile, { language });
      const expected = text && { state: "line", text, ...href && { href } };
      assert.deepEqual(badges.find(({ state }) => state === "line"), expected);
    }
  });
}

Deno.test("homeView - the confidence tells only of fields that are shown", () => {
  const sure = (...hidden: HomeField[]) =>
    valueIn(viewOf(known, hiding(...hidden)), "confidence");
  assert.deepEqual(sure("country"), ["90% sure of the network type"]);
  assert.deepEqual(sure("networkType"), ["99% sure of the country"]);
  assert.equal(sure("country", "networkType"), null);
});
