import { formatText } from "../../i18n/format.ts";
import {
  type AddressTexts,
  addressTexts,
  badgeTexts,
  type ConnectionName,
} from "../view/address_texts.ts";
import type { Risk } from "../risk/risk.ts";
import {
  connectionOf,
  type HomeProfile,
  homeValues,
  type IsShown,
} from "./home_values.ts";
import {
  type Audience,
  type FieldSettings,
  HOME_CARDS,
  HOME_FIELD_NAMES,
  HOME_FIELDS,
  type HomeCardName,
  type HomeField,
  mayShow,
} from "../view/home_fields.ts";
import type {
  AddressSummary,
  HomeBadge,
  HomeCard,
  HomeRow,
  HomeView,
  PlacePoint,
} from "../view/home_view.ts";
import { foundTraits, traitBadges, uncheckedTraits } from "./home_badges.ts";
import { type Checks, checksFor } from "../risk/checks.ts";
import {
  cellOf,
  type Point,
  project,
  regionAround,
  viewBoxOf,
} from "../view/world_map.ts";
import type { Language } from "../../i18n/language.ts";
import { homeFieldTexts, homeTexts } from "../view/home_texts.ts";
import { bogonName, specialAddress } from "../../net/special_blocks.ts";
import { isUnknownBogon, withoutExactPlace } from "../labels.ts";
import { clockIn, withNamesIn } from "../places.ts";
import type { Profile } from "../profile.ts";

function lineOf(risk: Risk, isShown: IsShown): ConnectionName | null {
  return isShown("networkType") ? connectionOf(risk, isShown) : null;
}

/**
 * What the page shows of a public address in one line, in the page's words: the type of
 * the connection, holder and place, and what was found.
 */
export function homeVerdict(
  profile: KnownFacts & Pick<HomeProfile, "evidence" | "risk">,
  isShown: IsShown,
  language: Language,
): string {
  const texts = addressTexts[language];
  const line = lineOf(profile.risk, isShown);
  const parts = [
    line && texts.networkTypes[line],
    whoseOf(profile, isShown, language),
    ...foundTraits(profile, isShown).map(badgeTexts[language].listed),
  ].filter(Boolean).join(" · ");
  return parts || unknown(isShown, texts);
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
  checks: Checks;
  now: number;
}

const MONO: ReadonlySet<HomeField> = new Set([
  "asn",
  "hostname",
  "route",
  "orgDomain",
  "coordinates",
]);

function flagOf(countryCode: string | undefined): string {
  return countryCode && /^[A-Z]{2}$/.test(countryCode)
    ? countryCode.toLowerCase()
    : "";
}

const LAYERS = ([1, 2, 3] as const).map((layer) =>
  HOME_FIELD_NAMES.filter((field) => HOME_FIELDS[field].layer === layer)
);

interface ShownFields {
  readonly isShown: IsShown;
  readonly layers: readonly (readonly HomeField[])[];
  /** Which rows of the first layer are on each card; a card without rows is left out. */
  readonly cards: readonly { name: HomeCardName; rows: readonly number[] }[];
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
  const layers = LAYERS.map((layer) => layer.filter(isShown));
  return {
    isShown,
    layers,
    cards: cardsOf(layers[0]),
    locked: audience === "member"
      ? []
      : HOME_FIELD_NAMES.filter((field) =>
        !isShown(field) && isShownTo("member", field)
      ),
  };
}

function shownIn(settings: FieldSettings, audience: Audience): ShownFields {
  return shownBySettings.getOrInsertComputed(
    settings,
    () => ({
      guest: shownTo("guest", settings),
      member: shownTo("member", settings),
    }),
  )[audience];
}

/** Facts with names in a language, and no place within a country that is uncertain. */
function shownFacts(
  facts: Profile["facts"],
  { alternative }: Profile["confidence"],
  language: Language,
): Profile["facts"] {
  const certain = alternative ? withoutExactPlace({ ...facts }) : facts;
  return withNamesIn(language, certain);
}

/**
 * A profile as it is shown. A class rather than a literal, because objects
 * with getters are expensive otherwise.
 */
class ShownProfile implements HomeProfile {
  readonly risk: Risk;
  /** Read once, because a profile computes them on each access. */
  readonly evidence: Profile["evidence"];
  readonly confidence: Profile["confidence"];
  readonly facts: Profile["facts"];
  readonly #profile: Profile;

  constructor(profile: Profile, language: Language, readonly checks: Checks) {
    this.risk = profile.risk;
    this.evidence = profile.evidence;
    this.confidence = profile.confidence;
    this.facts = shownFacts(profile.facts, this.confidence, language);
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
  { audience, settings, language = "en", checks, now }: HomeViewOptions,
): HomeView {
  const texts = addressTexts[language];
  const labels = homeFieldTexts[language];
  const { isShown, layers, cards, locked } = shownIn(settings, audience);
  const { ip, isBogon, facts } = profile;
  const known = new ShownProfile(profile, language, checksFor(profile, checks));
  const unchecked = uncheckedTraits(known, isShown);
  const [primary, details, advanced] = layers.map((fields) =>
    fields.map((field): HomeRow => ({
      field,
      label: labels[field],
      value: homeValues[field](known, isShown, texts),
      mono: MONO.has(field),
    }))
  );
  const isUnknown = isUnknownBogon(profile);
  const isOneHolder = isShown("organization") && isShown("isp") &&
    known.facts.isp !== undefined && known.facts.isp === known.facts.asnOrg;
  return {
    ip: ip.text,
    family: ip.family,
    isPublic: !isBogon,
    isKnown: !isUnknown,
    verdict: isUnknown
      ? texts.notPublic(bogonName(ip))
      : homeVerdict(known, isShown, language),
    whose: whoseOf(known, isShown, language),
    summary: isUnknown
      ? { flag: "", place: texts.notPublic(bogonName(ip)), holder: "" }
      : summaryOf(known, isShown, language),
    localTime: isUnknown
      ? ""
      : localTimeOf(known.facts, isShown, { language, now }),
    badges: [
      ...specialBadges(profile, isUnknown, texts),
      ...facts.note ? [{ state: "line" as const, text: facts.note }] : [],
      ...isUnknown ? [] : traitBadges(known, isShown, {
        unchecked,
        texts: badgeTexts[language],
      }).filter(({ state }) => !isBogon || state !== "unchecked"),
    ],
    point: isShown("coordinates")
      ? pointOf(known.facts, isShown("city"))
      : null,
    isOneHolder,
    cards: cards.map(({ name, rows }): HomeCard => ({
      icon: name,
      title: homeTexts[language].cards[name],
      rows: rows.map((i) => primary[i]).flatMap((row) =>
        !isOneHolder
          ? row
          : row.field === "isp"
          ? []
          : row.field === "organization"
          ? { ...row, label: homeTexts[language].holder }
          : row
      ),
    })),
    dashNote: [...primary, ...details].some(({ value }) => value === null)
      ? badgeTexts[language].dash(unchecked)
      : null,
    layers: [primary, details, advanced],
    locked: locked.map((field) => labels[field]),
  };
}

type KnownFacts = Pick<HomeProfile, "confidence" | "facts">;

/** The operator's label, and from the visible fields the holder and the location of the address. */
function whoseOf(
  profile: KnownFacts,
  isShown: IsShown,
  language: Language,
): string {
  return [
    holderOf(profile, isShown, language),
    placeOf(profile, isShown, language),
  ]
    .filter(Boolean).join(" · ");
}

function holderOf(
  { facts }: Pick<HomeProfile, "facts">,
  isShown: IsShown,
  language: Language,
): string {
  const name = isShown("isp") && facts.isp ||
    isShown("organization") && facts.asnOrg;
  const { byRegistration } = addressTexts[language];
  const holder = name && facts.asnConfidence !== undefined
    ? formatText(byRegistration, { name })
    : name;
  return [facts.label, holder].filter(Boolean).join(" · ");
}

/** The place, or both countries if it is uncertain which one it is. */
function placeOf(
  { facts, confidence: { alternative } }: KnownFacts,
  isShown: IsShown,
  language: Language,
): string {
  if (alternative && facts.countryCode) {
    const { uncertain } = addressTexts[language].sure;
    return isShown("country") ? uncertain(facts.countryCode, alternative) : "";
  }
  const city = isShown("city") && facts.city;
  const region = isShown("region") && facts.region !== city && facts.region;
  const country = isShown("country") && facts.country;
  return language === "zh"
    ? [country, region, city].filter(Boolean).join(" ")
    : [city, country].filter(Boolean).join(", ");
}

function summaryOf(
  profile: KnownFacts & Pick<HomeProfile, "risk">,
  isShown: IsShown,
  language: Language,
): AddressSummary {
  const { facts, confidence } = profile;
  const isFlagged = !confidence.alternative && isShown("country");
  const line = lineOf(profile.risk, isShown);
  return {
    flag: isFlagged ? flagOf(facts.countryCode) : "",
    place: placeOf(profile, isShown, language),
    holder: [
      holderOf(profile, isShown, language),
      line && addressTexts[language].networkTypes[line],
    ].filter(Boolean).join(" · "),
  };
}

type DescribedFacts = Pick<Profile, "facts" | "risk" | "confidence">;

/** Where a public address is and whose, as guests see it. */
export function guestSummary(
  { facts, risk, confidence }: DescribedFacts,
  settings: FieldSettings,
  language: Language,
): AddressSummary {
  const shown = shownFacts(facts, confidence, language);
  const { isShown } = shownIn(settings, "guest");
  return summaryOf({ facts: shown, risk, confidence }, isShown, language);
}

/** The same in English, with the place on the world map if it is shown. */
export function guestPreview(
  profile: DescribedFacts,
  settings: FieldSettings,
): AddressSummary & { spot: Point | null } {
  const { facts, confidence } = profile;
  const { latitude, longitude } = shownFacts(facts, confidence, "en");
  const isShown = settings.guest.coordinates && latitude !== undefined &&
    longitude !== undefined;
  return {
    ...guestSummary(profile, settings, "en"),
    spot: isShown ? project(latitude, longitude) : null,
  };
}

function localTimeOf(
  facts: Profile["facts"],
  isShown: IsShown,
  { language, now }: { language: Language; now: number },
): string {
  if (!isShown("timezone") || !facts.timezone) return "";
  const clock = clockIn(facts.timezone, now);
  return clock ? formatText(homeTexts[language].localTime, { clock }) : "";
}

/** What is special about the address. The verdict names the block of an unknown bogon. */
function specialBadges(
  { ip, anycast }: Profile,
  isUnknown: boolean,
  texts: AddressTexts,
): HomeBadge[] {
  const special = specialAddress(ip, anycast);
  const inside = special?.embedded?.text ?? null;
  if (!special || isUnknown && inside === null) return [];
  const text = texts.special(special.name, inside);
  return [
    inside === null
      ? { state: "line", text }
      : { state: "line", text, href: `/${inside}` },
  ];
}

function pointOf(
  { latitude, longitude, city = "" }: Profile["facts"],
  isCityShown: boolean,
): PlacePoint | null {
  if (latitude === undefined || longitude === undefined) return null;
  const point = project(latitude, longitude);
  return {
    cell: cellOf(point),
    viewBox: viewBoxOf(regionAround(point)),
    label: isCityShown ? city : "",
  };
}

function cardsOf(primary: readonly HomeField[]): ShownFields["cards"] {
  return HOME_CARDS.map((name) => ({
    name,
    rows: [...primary.keys()].filter((i) =>
      HOME_FIELDS[primary[i]].card === name
    ),
  })).filter(({ rows }) => rows.length > 0);
}
