import type { CardIcon, HomeField } from "./home_fields.ts";

/** A fact on the home page; `null` means unknown. */
export interface HomeRow {
  field: HomeField;
  label: string;
  /** A list has one line per text. */
  value: string | number | readonly string[] | null;
  /** Addresses, prefixes and numbers are set in a monospace font. */
  mono: boolean;
}

/**
 * What a badge says: found, not found, not checked, or the type of
 * the connection.
 */
export interface HomeBadge {
  state: "listed" | "clear" | "unchecked" | "line";
  text: string;
  /** Path of the page that the badge leads to. */
  href?: string;
}

/** Where an address is and whose. Empty texts are unknown or hidden. */
export interface AddressSummary {
  /** The country's two-letter code in lower case, which names its flag. */
  flag: string;
  /** `Amsterdam, Netherlands` */
  place: string;
  /** `Example Telecom · Residential` */
  holder: string;
}

/** A place, and the map of the region around it. */
export interface PlacePoint {
  /** The cell of the map that it is in. */
  cell: string;
  /** The region, as an SVG view box with the place in its center. */
  viewBox: string;
  /** The name of the place; empty if hidden. */
  label: string;
}

/** Rows that are always open, under their own title. */
export interface HomeCard {
  icon: CardIcon;
  title: string;
  rows: HomeRow[];
}

/**
 * What the home page shows of an address to one audience. The page is built
 * from nothing else, so nothing that is missing here can leak.
 */
export interface HomeView {
  ip: string;
  family: 4 | 6;
  /** False for a reserved address. */
  isPublic: boolean;
  /** False for a reserved address without a label, about which there is no information. */
  isKnown: boolean;
  /** The address in one line, for previews. Says nothing that the page doesn't. */
  verdict: string;
  /** The operator's label, the holder and the location of the address; empty if unknown. */
  whose: string;
  summary: AddressSummary;
  /** The time at the address; empty if unknown or hidden. */
  localTime: string;
  badges: HomeBadge[];
  /** Null if unknown or hidden. */
  point: PlacePoint | null;
  /** Whether organization and ISP are one row, because they are equal. */
  isOneHolder: boolean;
  /** The open rows by subject. */
  cards: HomeCard[];
  /** Explains the dashes among the open rows; null without one. */
  dashNote: string | null;
  /**
   * The open, the expandable and the advanced rows, limited to what the
   * audience may see.
   */
  layers: readonly [
    primary: HomeRow[],
    details: HomeRow[],
    advanced: HomeRow[],
  ];
  /** Labels of the fields that a guest would see as a member. */
  locked: readonly string[];
}

export type PageLink = readonly [label: string, href: string];

export type FactRow = Omit<HomeRow, "field">;

/** What the page about a network or an autonomous system shows. */
export interface NetworkView {
  /** `AS15169` or `8.8.8.0/24`. */
  name: string;
  /** Above the name. */
  caption: string;
  /** Whose it is and where; empty if unknown. */
  title: string;
  summary: AddressSummary;
  description: string;
  cards: { icon: CardIcon; title: string; rows: FactRow[] }[];
  /** The address that the facts of a network are about; null if they are about all. */
  sample: string | null;
  /** The first blocks of each family, and how many there are beyond. */
  blocks: { title: string; first: readonly string[]; more: string | null }[];
  moreAbout: string;
  links: [title: string, links: PageLink[]][];
}

/**
 * What a request reveals about the software that sent it. Unknown parts are
 * null.
 */
export interface RequestSummary {
  /** Such as `Firefox 145`. */
  readonly browser: string | null;
  /** Such as `Windows 10`. */
  readonly system: string | null;
  /** As `Accept-Language` lists them. */
  readonly languages: string | null;
  /**
   * The browser's protocol, guessed from the headers; null behind a proxy, which
   * does not pass it on.
   */
  readonly protocol: "HTTP/1.1" | "HTTP/2" | null;
  /** The `Via` header of proxies that name themselves. */
  readonly proxies: string | null;
}

/** The attribution that a database's license requires. */
export interface DatabaseCredit {
  name: string;
  url: string;
  /** The link's text, as the license requires. */
  attribution: string;
  license: string;
  /** The date of the data in ISO 8601; if it is undated, of its download. */
  builtOn: string;
  isDated: boolean;
  /** As in `DatabaseInfo`. */
  isFaulty?: true;
}
