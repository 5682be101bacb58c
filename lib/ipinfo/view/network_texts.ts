import type { CardIcon } from "./home_fields.ts";
import type { AddressSummary, HomeRow } from "./home_view.ts";
import type { Catalogue } from "../../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

/** The texts of the pages about networks and autonomous systems. */
export const networkTexts: Catalogue<typeof en.network> = {
  en: en.network,
  zh: zh.network,
};

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
  title: string;
  summary: AddressSummary;
  /** For previews. */
  description: string;
  cards: { icon: CardIcon; title: string; rows: FactRow[] }[];
  /** The address that the facts of a network are about; null if they are about all. */
  sample: string | null;
  /** The first blocks of each family, and how many there are beyond. */
  blocks: { title: string; first: readonly string[]; more: string | null }[];
  moreAbout: string;
  links: [title: string, links: PageLink[]][];
}
