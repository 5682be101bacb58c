import {
  type AddressSummary,
  type AddressTexts,
  addressTexts,
  type AnonymizerName,
  type ConnectionName,
} from "./view/address_texts.ts";
import type { Risk } from "./risk/risk.ts";
import {
  hasTrait,
  type HomeProfile,
  homeValues,
  type IsShown,
} from "./home_values.ts";
import {
  type Audience,
  type FieldSettings,
  HOME_FIELD_NAMES,
  HOME_FIELDS,
  type HomeField,
  mayShow,
} from "./view/home_fields.ts";
import type { HomeRow, HomeView } from "./view/home_view.ts";
import { type Language, regionName } from "../i18n/language.ts";
import { chineseNameOf } from "../data/regional/china_names.ts";
import { subdivisionInChinese } from "../i18n/chinese_subdivisions.ts";
import { homeFieldTexts } from "./view/home_texts.ts";
import { bogonName } from "../net/special_blocks.ts";
import type { Profile } from "./profile.ts";

/** Ways to hide the user of an address. */
const ANONYMIZERS: readonly AnonymizerName[] = ["vpn", "proxy", "tor"];

function lineOf({ lineType }: Risk, isShown: IsShown): ConnectionName | null {
  if (!isShown("networkType")) return null;
  return lineType === "satellite" && !isShown("satellite") ? null : lineType;
}

/** A sentence about a public address, from the visible fields. */
export function homeVerdict(
  profile: HomeProfile,
  isShown: IsShown,
  texts: AddressTexts,
): string {
  const { facts, risk } = profile;
  const anonymizers = (wanted: boolean) =>
    ANONYMIZERS.filter((kind) =>
      isShown(kind) && hasTrait(profile, kind) === wanted
    );
  const address: AddressSummary = {
    line: lineOf(risk, isShown),
    holder: (isShown("organization") && facts.asnOrg) ||
      (isShown("isp") && facts.isp) || null,
    city: isShown("city") && facts.city || null,
    country: isShown("country") && facts.country || null,
    reported: anonymizers(true),
    denied: anonymizers(false),
  };
  const { line, holder, city, country, reported, denied } = address;
  const isSilent = !(line || holder || city || country) &&
    reported.length + denied.length === 0;
  return isSilent ? unknown(isShown, texts) : texts.verdict(address);
}

/** If fields are hidden, the sentence must not claim that nothing is known. */
function unknown(isShown: IsShown, texts: AddressTexts): string {
  const isAllShown =
    (["country", "city", "organization", "networkType"] as const)
      .every(isShown);
  return isAllShown ? texts.nothingKnown : texts.somePublic;
}

export interface HomeViewOptions {
  audience: Audience;
  settings: FieldSettings;
  language?: Language;
}

/** Fields in a monospace font. */
const MONO: ReadonlySet<HomeField> = new Set([
  "asn",
  "hostname",
  "route",
  "orgDomain",
  "coordinates",
]);

// The country code in regional indicator symbols (Unicode TR51).
function flagOf(countryCode: string | undefined): string {
  if (!countryCode || !/^[A-Z]{2}$/.test(countryCode)) return "";
  const base = 0x1f1e6 - "A".charCodeAt(0);
  return String.fromCodePoint(
    ...[...countryCode].map((letter) => base + letter.charCodeAt(0)),
  );
}

/** The fields of each layer, in order. */
const LAYERS = ([1, 2, 3] as const).map((layer) =>
  HOME_FIELD_NAMES.filter((field) => HOME_FIELDS[field].layer === layer)
);

/** The fields that an audience sees. */
interface ShownFields {
  readonly isShown: IsShown;
  /** The fields of each layer. */
  readonly layers: readonly (readonly HomeField[])[];
  /** Fields that members see, but this audience does not. */
  readonly locked: readonly HomeField[];
}

// Settings objects are immutable: a change creates a new one.
const shownBySettings = new WeakMap<
  FieldSettings,
  Readonly<Record<Audience, ShownFields>>
>();

function shownTo(audience: Audience, settings: FieldSettings): ShownFields {
  const isShownTo = (who: Audience, field: HomeField) =>
    settings[who][field] && mayShow(field, who);
  const fields = new Set(
    HOME_FIELD_NAMES.filter((field) => isShownTo(audience, field)),
  );
  const isShown = (field: HomeField) => fields.has(field);
  return {
    isShown,
    layers: LAYERS.map((layer) => layer.filter(isShown)),
    locked: audience === "member"
      ? []
      : HOME_FIELD_NAMES.filter((field) =>
        !isShown(field) && isShownTo("member", field)
      ),
  };
}

/** A profile with translated facts. A class rather than a literal, because objects with getters are expensive otherwise. */
class ShownProfile implements HomeProfile {
  readonly risk: Risk;
  /** Read once, because a profile computes it on each access. */
  readonly evidence: Profile["evidence"];
  readonly #profile: Profile;

  constructor(profile: Profile, readonly facts: Profile["facts"]) {
    this.risk = profile.risk;
    this.evidence = profile.evidence;
    this.#profile = profile;
  }

  /** Computed on access, because it is rarely shown. */
  get sources(): Profile["sources"] {
    return this.#profile.sources;
  }
}

/**
 * The home view of a profile for an audience. A field that the audience does
 * not see occurs nowhere in the view, neither in a row nor in the sentence, so
 * neither the page nor a script's data can reveal it.
 */
export function homeView(
  profile: Profile,
  { audience, settings, language = "en" }: HomeViewOptions,
): HomeView {
  const texts = addressTexts[language];
  const labels = homeFieldTexts[language];
  const { isShown, layers, locked } = shownBySettings.getOrInsertComputed(
    settings,
    () => ({
      guest: shownTo("guest", settings),
      member: shownTo("member", settings),
    }),
  )[audience];
  const { ip, isBogon, facts } = profile;
  const known = new ShownProfile(profile, inLanguage(facts, language));
  const [primary, details, advanced] = layers.map((fields) =>
    fields.map((field): HomeRow => ({
      field,
      label: labels[field],
      value: homeValues[field](known, isShown, texts),
      mono: MONO.has(field),
    }))
  );
  return {
    ip: ip.text,
    family: ip.family,
    isPublic: !isBogon,
    flag: isShown("country") ? flagOf(facts.countryCode) : "",
    verdict: isBogon
      ? texts.notPublic(bogonName(ip))
      : homeVerdict(known, isShown, texts),
    layers: [primary, details, advanced],
    locked: locked.map((field) => labels[field]),
  };
}

/**
 * Translates countries, most regions, and cities in China. Other city names stay
 * as the sources write them.
 */
function inLanguage(facts: Profile["facts"], language: Language) {
  const { countryCode, regionCode } = facts;
  if (language === "en" || !countryCode) return facts;
  const country = regionName(countryCode, language) ?? facts.country;
  const region = regionCode && subdivisionInChinese(countryCode, regionCode) ||
    facts.region;
  const city = countryCode === "CN" && regionCode && facts.city &&
      chineseNameOf(facts.city, regionCode) || facts.city;
  return { ...facts, country, region, city };
}
