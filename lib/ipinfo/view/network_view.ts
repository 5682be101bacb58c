import type { HomeRow } from "./home_view.ts";

/** A label and a path. */
export type PageLink = readonly [label: string, href: string];

/** A fact and its label. */
export type FactRow = Omit<HomeRow, "field">;

/** What the page about a network or an autonomous system shows. */
export interface NetworkView {
  /** `AS15169` or `8.8.8.0/24`. */
  name: string;
  /** Above the name. */
  caption: string;
  /** Whose it is and where; empty if unknown. */
  summary: string;
  /** For previews. */
  description: string;
  /** The country's two-letter code in lower case; empty if unknown. */
  flag: string;
  /** Such as `Hosting`; null if unknown. */
  networkType: string | null;
  cards: { title: string; rows: FactRow[] }[];
  /** The address that the facts of a network are about; null if they are about all. */
  sample: string | null;
  /** The first blocks of each family, and how many there are beyond. */
  blocks: { title: string; first: readonly string[]; more: string | null }[];
  moreAbout: string;
  links: [title: string, links: PageLink[]][];
}
