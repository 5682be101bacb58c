import { slotsOf } from "../../lib/http/view/slots.ts";
import type { Language } from "../../lib/i18n/language.ts";
import { HOME_FIELD_NAMES } from "../../lib/ipinfo/view/home_fields.ts";
import { REQUEST_FIELDS } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeBadge, HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { escaped, markupOf } from "../ui/markup.tsx";
import { type MarkupOptions, valueMarkup } from "../ui/row_markup.ts";
import type { Row } from "../ui/Rows.tsx";
import { Badge, BadgeList, Flag, PlaceMap, Summary } from "./Hero.tsx";
import { DashNote } from "./Layers.tsx";

/** A row whose value has a slot. */
export interface SlotRow extends Row {
  field: typeof fields[number];
}

const fields = [...HOME_FIELD_NAMES, ...REQUEST_FIELDS] as const;
const fieldSlots = slotsOf(fields);

/** Slots in place of the values of rows. */
export function rowsWithSlots<R extends SlotRow>(rows: readonly R[]): R[] {
  return rows.map((row) => ({ ...row, value: fieldSlots[row.field] }));
}

/** Slots in place of an address's facts. */
export function factsWithSlots(
  { cards, layers: [primary, details, advanced] }: HomeView,
): Pick<HomeView, "cards" | "layers"> {
  return {
    cards: cards.map(({ title, rows }) => ({
      title,
      rows: rowsWithSlots(rows),
    })),
    layers: [
      rowsWithSlots(primary),
      rowsWithSlots(details),
      rowsWithSlots(advanced),
    ],
  };
}

/** Adds the values of rows as HTML. */
export function addRowValues(
  values: Record<string, string>,
  rows: readonly SlotRow[],
  options: MarkupOptions,
): void {
  for (const row of rows) values[row.field] = valueMarkup(row, options);
}

/** Adds the values of an address's facts as HTML. */
export function addFactValues(
  values: Record<string, string>,
  { layers, dashNote }: HomeView,
  options: MarkupOptions,
): void {
  values.note = dashNote === null
    ? ""
    : note({ text: escaped(dashNote) }, options.language);
  for (const rows of layers) addRowValues(values, rows, options);
}

const note = markupOf(["text"], DashNote);
const summary = markupOf(["flag", "summary"], Summary);
const flagImage = markupOf(["flag"], Flag);

/** As `AddressSummary` shows it. */
export function summaryMarkup(home: HomeView, language: Language): string {
  const flag = home.flag && flagImage({ flag: home.flag }, language);
  const line = summary({ flag, summary: escaped(home.summary) }, language);
  return line + badgesMarkup(home.badges, language);
}

const badgeList = markupOf(
  ["badges"],
  ({ badges }) => <BadgeList>{badges}</BadgeList>,
);
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
  return badgeList({ badges: items.join("") }, language);
}

const placeMap = markupOf(["x", "y"], PlaceMap);

/** As `PlaceMap` shows it; empty if the place is unknown. */
export function mapMarkup({ point }: HomeView, language: Language): string {
  return point === null
    ? ""
    : placeMap({ x: String(point.x), y: String(point.y) }, language);
}
