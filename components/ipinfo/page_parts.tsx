import { formatText } from "../../lib/i18n/format.ts";
import type { Language } from "../../lib/i18n/language.ts";
import type { HomeField } from "../../lib/ipinfo/view/home_fields.ts";
import {
  homeTexts,
  REQUEST_FIELDS,
  type RequestField,
} from "../../lib/ipinfo/view/home_texts.ts";
import type {
  AddressSummary,
  HomeBadge,
  HomeView,
  RequestSummary,
} from "../../lib/ipinfo/view/home_view.ts";
import { escaped, markupOf, pageParts } from "../ui/markup.tsx";
import {
  addressMarkup,
  type MarkupOptions,
  valueMarkup,
} from "../ui/row_markup.ts";
import type { Row } from "../ui/RowList.tsx";
import { Badge, BadgeList, Flag, LocalTime, PlaceMap } from "./Hero.tsx";
import { type HomeParts, InnerAddress } from "./HomePage.tsx";
import { LinkRow, PageLink } from "./LinksCard.tsx";
import { HolderLine, PlaceLine } from "./SummaryLines.tsx";
import type { TargetParts } from "./TargetPage.tsx";

const innerAddress = markupOf([], InnerAddress);

/** What differs between visitors on their home pages. */
export function homeParts(
  home: HomeView,
  request: RequestSummary,
  options: MarkupOptions,
): HomeParts {
  const { language } = options;
  const { isPublic, isKnown, ip, verdict } = home;
  const html = addressMarkups(home, options);
  if (!isKnown) html.summary += innerAddress({}, language);
  addValues(html, requestRows(request, language), options);
  // A reserved address would not work for anyone else.
  const example = isPublic ? ip : "8.8.8.8";
  return pageParts({ ip, example, verdict }, html);
}

/** What the request tells of the browser. */
function requestRows(request: RequestSummary, language: Language) {
  const { noProxies } = homeTexts[language];
  const fields = REQUEST_FIELDS.filter((field) =>
    field !== "protocol" || request.protocol !== null
  );
  return fields.map((field) => ({
    field,
    value: field === "proxies" ? request.proxies ?? noProxies : request[field],
    mono: false,
  }));
}

/** The lists of a name, of addresses and of names, and the types of their records. */
const NAME_LISTS = {
  addresses: ["A", "AAAA"],
  mailServers: ["MX"],
  nameServers: ["NS"],
} as const;

interface NameRecords
  extends Readonly<Record<keyof typeof NAME_LISTS, readonly string[]>> {
  /** How many more there are of each. */
  readonly more: Readonly<Record<keyof typeof NAME_LISTS, number>>;
  /** How many reserved addresses are hidden. */
  readonly withheld: number;
  /** The types about which no server responded. */
  readonly unanswered: readonly string[];
}

/** The parts of a name's registration that its page shows. */
type ShortRegistration = Readonly<
  Record<"registrar" | "created_at" | "expires_at", string | null>
>;

/** What a page about an address or a name shows. */
interface TargetView {
  home: HomeView;
  /** The name that was requested; null for an address. */
  name: {
    text: string;
    /** What its records say. */
    records: NameRecords;
    /** Null unless somebody asked the registry lately. */
    registration: ShortRegistration | null;
  } | null;
  /** Where the page's forms return to. */
  path: string;
}

const whoisRow = markupOf(
  ["links"],
  ({ links }) => <LinkRow title="Whois">{links}</LinkRow>,
);
const pageLink = markupOf(["label", "href"], PageLink);

/** What differs between the pages about addresses, or about names. */
export function targetParts(
  { home, name, path }: TargetView,
  options: MarkupOptions & { hasWhois: boolean },
): TargetParts {
  const { language, hasWhois } = options;
  const { ip, verdict, whose } = home;
  const target = name?.text ?? ip;
  const registered = hasWhois
    ? [name?.text ?? null, ip, shownFact(home, "route"), shownFact(home, "asn")]
    : [];
  const links = registered.filter((one) => one !== null).map((one) =>
    pageLink(
      {
        label: addressMarkup(one, language),
        href: escaped(`/whois/${one}`),
      },
      language,
    )
  ).join("");
  const html = addressMarkups(home, options);
  html.whois = links && whoisRow({ links }, language);
  if (name) {
    Object.assign(html, recordMarkups(name.records, options));
    html.registration = registrationMarkup(name, options);
  }
  const title = [target, whose].filter(Boolean).join(" · ");
  return pageParts({ target, ip, path, title, verdict }, html);
}

/** The lists of a name, with what is missing from each. */
function recordMarkups(
  { more, withheld, unanswered, ...lists }: NameRecords,
  options: MarkupOptions,
): Record<string, string> {
  const { hidden, more: moreText, noResponse } =
    homeTexts[options.language].servers;
  const names = Object.keys(NAME_LISTS) as (keyof typeof NAME_LISTS)[];
  return Object.fromEntries(
    names.map((list) => {
      const types: readonly string[] = NAME_LISTS[list];
      const texts = [
        ...lists[list],
        ...more[list] > 0 ? [formatText(moreText, { count: more[list] })] : [],
        ...list === "addresses" && withheld > 0
          ? [formatText(hidden, { count: withheld })]
          : [],
        ...types.filter((type) => unanswered.includes(type))
          .map((type) => formatText(noResponse, { type })),
      ];
      const value = texts.length > 0 ? texts : null;
      return [list, valueMarkup({ value, mono: true }, options)];
    }),
  );
}

/** A name's registration in short, or a link to it. */
function registrationMarkup(
  { text, registration }: NonNullable<TargetView["name"]>,
  options: MarkupOptions,
): string {
  const { language } = options;
  const { registered, expires, askRegistry } = homeTexts[language].servers;
  const day = (time: string) => ({ day: time.slice(0, 10) });
  const { registrar = null, created_at, expires_at } = registration ?? {};
  const value = [
    registrar,
    created_at && formatText(registered, day(created_at)),
    expires_at && formatText(expires, day(expires_at)),
  ].filter((part) => typeof part === "string");
  return value.length > 0
    ? valueMarkup({ value, mono: false }, options)
    : pageLink({
      label: escaped(askRegistry),
      href: escaped(`/whois/${text}`),
    }, language);
}

/** A text among the facts shown, such as `AS15169`. */
function shownFact({ layers }: HomeView, wanted: HomeField): string | null {
  for (const rows of layers) {
    const row = rows.find(({ field }) => field === wanted);
    if (row) return typeof row.value === "string" ? row.value : null;
  }
  return null;
}

const note = markupOf(["text"], ({ text }) => <p class="hint">{text}</p>);
const placeMap = markupOf(["cell", "viewBox", "label"], PlaceMap);

function addressMarkups(
  home: HomeView,
  options: MarkupOptions,
): Record<string, string> {
  const { language } = options;
  const { point, dashNote } = home;
  const html: Record<string, string> = {
    address: addressMarkup(home.ip, language),
    summary: summaryMarkup(
      { ...home.summary, localTime: home.localTime },
      language,
    ),
    badges: badgesMarkup(home.badges, language),
    map: point === null ? "" : placeMap({
      ...point,
      label: escaped(point.label),
    }, language),
  };
  if (!home.isKnown) return html;
  // Explains the dashes among the open facts.
  html.note = dashNote === null
    ? ""
    : note({ text: escaped(dashNote) }, language);
  const { cards, layers: [, ...more] } = home;
  for (const rows of [...cards.map(({ rows }) => rows), ...more]) {
    addValues(html, rows, options);
  }
  return html;
}

interface FactRow extends Pick<Row, "value" | "mono"> {
  field: HomeField | RequestField;
}

function addValues(
  html: Record<string, string>,
  rows: readonly FactRow[],
  options: MarkupOptions,
): void {
  for (const row of rows) html[row.field] = valueMarkup(row, options);
}

const placeLine = markupOf(["flag", "place", "time"], PlaceLine);
const localTimeText = markupOf(["text"], LocalTime);
const holderLine = markupOf(["holder"], HolderLine);
const flagImage = markupOf(["flag"], Flag);
const badgeList = markupOf(["items"], BadgeList);
const linkBadge = markupOf(
  ["text", "href"],
  (props) => <Badge state="line" {...props} />,
);
const textBadges = {
  line: badgeOf("line"),
  listed: badgeOf("listed"),
  clear: badgeOf("clear"),
  unchecked: badgeOf("unchecked"),
};

function badgeOf(state: HomeBadge["state"]) {
  return markupOf(["text"], ({ text }) => <Badge state={state} text={text} />);
}

/** Where an address is, the time there, and whose it is. */
export function summaryMarkup(
  { flag, place, holder, localTime = "" }: AddressSummary & {
    localTime?: string;
  },
  language: Language,
): string {
  const line = place || localTime
    ? placeLine({
      flag: flag && flagImage({ flag }, language),
      place: escaped(place),
      time: localTime && localTimeText({ text: escaped(localTime) }, language),
    }, language)
    : "";
  return line + (holder && holderLine({ holder: escaped(holder) }, language));
}

function badgesMarkup(
  badges: readonly HomeBadge[],
  language: Language,
): string {
  if (badges.length === 0) return "";
  const items = badges.map(({ state, text, href }) =>
    href
      ? linkBadge({ text: escaped(text), href: escaped(href) }, language)
      : textBadges[state]({ text: escaped(text) }, language)
  );
  return badgeList({ items: items.join("") }, language);
}
