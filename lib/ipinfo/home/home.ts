import {
  type AddressTexts,
  addressTexts,
  type ConnectionName,
} from "../view/address_texts.ts";
import type { Risk } from "../risk/risk.ts";
import { type HomeProfile, homeValues, type IsShown } from "./home_values.ts";
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
  HomeBadge,
  HomeCard,
  HomeRow,
  HomeView,
} from "../view/home_view.ts";
import { foundTraits, traitBadges, uncheckedTraits } from "./home_badges.ts";
import type { Checks } from "../risk/checks.ts";
import { badgeTexts, type CheckedTrait } from "../view/badge_texts.ts";
import { MAP_HEIGHT, MAP_WIDTH, project } from "../view/world_map.ts";
import type { Language } from "../../i18n/language.ts";
import { homeFieldTexts, homeTexts } from "../view/home_texts.ts";
import { specialAddress } from "../../net/special_addresses.ts";
import { bogonName } from "../../net/special_blocks.ts";
import { isUnknownBogon } from "../labels.ts";
import { withPlacesIn } from "../place_language.ts";
import type { Profile } from "../profile.ts";
import { clockIn } from "../zoned_time.ts";

function lineOf({ lineType }: Risk, isShown: IsShown): ConnectionName | null {
  if (!isShown("networkType")) return null;
  return lineType === "satellite" && !isShown("satellite") ? null : lineType;
}

/**
 * What the page shows of a public address in one line, in the page's words: the type of
 * the connection, holder and place, and what was found.
 */
export function homeVerdict(
  profile: Pick<HomeProfile, "facts" | "risk" | "evidence">,
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
  /** The traits that loaded lists would reveal. */
  checks: Checks;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Fields in a monospace font. */
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

/** The fields of each layer, in order. */
const LAYERS = ([1, 2, 3] as const).map((layer) =>
  HOME_FIELD_NAMES.filter((field) => HOME_FIELDS[field].layer === layer)
);

/** The fields that an audience sees. */
interface ShownFields {
  readonly isShown: IsShown;
  /** The fields of each layer. */
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

/**
 * A profile with translated facts. A class rather than a literal, because objects
 * with getters are expensive otherwise.
 */
class ShownProfile implements HomeProfile {
  readonly risk: Risk;
  /** Read once, because a profile computes it on each access. */
  readonly evidence: Profile["evidence"];
  readonly #profile: Profile;

  constructor(
    profile: Profile,
    readonly facts: Profile["facts"],
    readonly checks: Checks,
  ) {
    this.risk = profile.risk;
    this.evidence = profile.evidence;
    this.#profile = profile;
  }

  get confidence(): Profile["confidence"] {
    return this.#profile.confidence;
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
  const { isShown, layers, cards, locked } =
    shownBySettings.getOrInsertComputed(
      settings,
      () => ({
        guest: shownTo("guest", settings),
        member: shownTo("member", settings),
      }),
    )[audience];
  const { ip, isBogon, facts } = profile;
  const known = new ShownProfile(
    profile,
    withPlacesIn(language, facts),
    // Lists have only public addresses.
    isBogon ? {} : checks,
  );
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
  const whose = whoseOf(known, isShown, language);
  return {
    ip: ip.text,
    family: ip.family,
    isPublic: !isBogon,
    isKnown: !isUnknown,
    flag: isShown("country") ? flagOf(facts.countryCode) : "",
    verdict: isUnknown
      ? texts.notPublic(bogonName(ip))
      : homeVerdict(known, isShown, language),
    whose,
    summary: isUnknown
      ? texts.notPublic(bogonName(ip))
      : [whose, localTimeOf(known, isShown, { language, now })]
        .filter(Boolean).join(" · "),
    badges: [
      ...specialBadges(profile, isUnknown, texts),
      ...facts.note ? [{ state: "line" as const, text: facts.note }] : [],
      ...isUnknown ? [] : badgesOf(known, isShown, unchecked, language)
        .filter(({ state }) => !isBogon || state !== "unchecked"),
    ],
    point: isShown("coordinates") ? pointOf(facts) : null,
    cards: cards.map(({ name, rows }): HomeCard => ({
      title: homeTexts[language].cards[name],
      rows: rows.map((i) => primary[i]),
    })),
    dashNote: primary.some(({ value }) => value === null)
      ? badgeTexts[language].dash(unchecked)
      : null,
    layers: [primary, details, advanced],
    locked: locked.map((field) => labels[field]),
  };
}

/** The operator's label, and from the visible fields the holder and the location of the address. */
function whoseOf(
  { facts }: Pick<HomeProfile, "facts">,
  isShown: IsShown,
  language: Language,
): string {
  const holder = isShown("isp") && facts.isp ||
    isShown("organization") && facts.asnOrg;
  const city = isShown("city") && facts.city;
  const country = isShown("country") && facts.country;
  const place = language === "zh"
    ? [country, city].filter(Boolean).join(" ")
    : [city, country].filter(Boolean).join(", ");
  return [facts.label, holder, place].filter(Boolean).join(" · ");
}

/** The time at the address, if its zone is shown. */
function localTimeOf(
  { facts }: HomeProfile,
  isShown: IsShown,
  { language, now }: { language: Language; now: number },
): string | null {
  if (!isShown("timezone") || !facts.timezone) return null;
  const clock = clockIn(facts.timezone, now);
  return clock ? homeTexts[language].localTime(clock) : null;
}

function badgesOf(
  profile: HomeProfile,
  isShown: IsShown,
  unchecked: readonly CheckedTrait[],
  language: Language,
): HomeBadge[] {
  const line = lineOf(profile.risk, isShown);
  const badges = traitBadges(profile, isShown, {
    unchecked,
    texts: badgeTexts[language],
  });
  return line === null ? badges : [
    { state: "line", text: addressTexts[language].networkTypes[line] },
    ...badges,
  ];
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

/** The position on the world map in percent. */
function pointOf({ latitude, longitude }: Profile["facts"]) {
  if (latitude === undefined || longitude === undefined) return null;
  const { x, y } = project(latitude, longitude);
  const percent = (at: number, size: number) =>
    Math.round(1_000 * at / size) / 10;
  return { x: percent(x, MAP_WIDTH), y: percent(y, MAP_HEIGHT) };
}

function cardsOf(primary: readonly HomeField[]): ShownFields["cards"] {
  return HOME_CARDS.map((name) => ({
    name,
    rows: [...primary.keys()].filter((i) => cardOf(primary[i]) === name),
  })).filter(({ rows }) => rows.length > 0);
}

function cardOf(field: HomeField): HomeCardName | undefined {
  const info: { layer: number; card?: HomeCardName } = HOME_FIELDS[field];
  return info.card;
}
