import { slotsOf } from "../../lib/http/view/slots.ts";
import type { HomeField } from "../../lib/ipinfo/view/home_fields.ts";
import type { HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { escaped, markupOf, type SlotValues } from "../ui/markup.tsx";
import { addressMarkup, type MarkupOptions } from "../ui/row_markup.ts";
import {
  addFactValues,
  factsWithSlots,
  mapMarkup,
  summaryMarkup,
} from "./address_slots.tsx";
import { AddressSummary, PlaceMap } from "./Hero.tsx";
import { DashNote, FactCards, MoreFacts } from "./Layers.tsx";
import { LinkGroup, LinkRow, PageLink } from "./LinksCard.tsx";
import { TargetHeading, type TargetParts } from "./TargetPage.tsx";

/** What a page about an address or a name shows. */
export interface TargetView {
  home: HomeView;
  /** The name that was asked about; null for an address. */
  name: string | null;
  /** Where the page's forms return to. */
  path: string;
  hasWhois: boolean;
}

/** The parts for a page that is rendered as a whole. */
export function targetParts(view: TargetView): TargetParts {
  const { home, name, path } = view;
  const { point, dashNote } = home;
  const whois = whoisLinks(view);
  return {
    asked: askedOf(view),
    ip: home.ip,
    path,
    title: titleOf(view),
    verdict: home.verdict,
    heading: <TargetHeading family={home.family} ip={home.ip} name={name} />,
    summary: <AddressSummary home={home} />,
    map: point && <PlaceMap {...point} />,
    cards: home.isPublic && <FactCards cards={home.cards} />,
    whois: whois.length > 0 && <LinkGroup title="Whois" links={whois} />,
    facts: home.isPublic && (
      <MoreFacts
        {...home}
        note={dashNote !== null && <DashNote text={dashNote} />}
      />
    ),
  };
}

const slots = slotsOf([
  "asked",
  "ip",
  "path",
  "title",
  "verdict",
  "address",
  "summary",
  "map",
  "note",
  "whois",
]);

/**
 * The same with slots, for all addresses, or names with an address, of the same
 * family that are public or not.
 */
export function targetSlots({ home, name }: TargetView): TargetParts {
  const {
    asked,
    ip,
    path,
    title,
    verdict,
    address,
    summary,
    map,
    note,
    whois,
  } = slots;
  const { isPublic, family } = home;
  const { cards, layers } = factsWithSlots(home);
  return {
    asked,
    ip,
    path,
    title,
    verdict,
    heading: (
      <TargetHeading
        family={family}
        ip={address}
        name={name === null ? null : asked}
      />
    ),
    summary,
    map,
    cards: isPublic && <FactCards cards={cards} />,
    whois,
    facts: isPublic && <MoreFacts layers={layers} note={note} />,
  };
}

const whoisRow = markupOf(
  ["links"],
  ({ links }) => <LinkRow title="Whois">{links}</LinkRow>,
);
const pageLink = markupOf(["label", "href"], PageLink);

/** What the slots of a page contain. */
export function targetSlotValues(
  view: TargetView,
  options: MarkupOptions,
): SlotValues<string> {
  const { home, path } = view;
  const { language } = options;
  const whois = whoisLinks(view).map(([label, href]) =>
    pageLink({ label: escaped(label), href: escaped(href) }, language)
  ).join("");
  const values: Record<string, string> = {
    asked: escaped(askedOf(view)),
    ip: escaped(home.ip),
    path: escaped(path),
    title: escaped(titleOf(view)),
    verdict: escaped(home.verdict),
    address: addressMarkup(home.ip, language),
    summary: summaryMarkup(home, language),
    map: mapMarkup(home, language),
    whois: whois && whoisRow({ links: whois }, language),
  };
  if (home.isPublic) addFactValues(values, home, options);
  return values;
}

function askedOf({ home, name }: TargetView): string {
  return name ?? home.ip;
}

function titleOf(view: TargetView): string {
  return [askedOf(view), view.home.whose].filter(Boolean).join(" · ");
}

/** The registrations of an address, if there is whois. */
function whoisLinks(
  { home, name, hasWhois }: TargetView,
): [label: string, href: string][] {
  if (!hasWhois) return [];
  return [name, home.ip, shownFact(home, "route"), shownFact(home, "asn")]
    .filter((target) => target !== null)
    .map((target) => [target, `/whois/${target}`]);
}

/** A text among the facts shown, such as `AS15169`. */
function shownFact({ layers }: HomeView, wanted: HomeField): string | null {
  for (const rows of layers) {
    const row = rows.find(({ field }) => field === wanted);
    if (row) return typeof row.value === "string" ? row.value : null;
  }
  return null;
}
