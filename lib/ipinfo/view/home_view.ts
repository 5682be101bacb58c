import type { HomeField } from "./home_fields.ts";

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
 * What the home page shows of an address to one audience. The page is built
 * from nothing else, so nothing that is missing here can leak.
 */
export interface HomeView {
  ip: string;
  family: 4 | 6;
  /** False for a reserved address, about which there is no information. */
  isPublic: boolean;
  /** The country's flag emoji, or an empty string. */
  flag: string;
  /** A sentence that summarizes the address. */
  verdict: string;
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

/** The attribution that a database's license requires. */
export interface DatabaseCredit {
  name: string;
  /** The link's URL. */
  url: string;
  /** The link's text, as the license requires. */
  attribution: string;
  licence: string;
  /** The date of the data in ISO 8601. */
  builtOn: string;
}

/**
 * The parts of a guest's home page that depend on the visitor. The rest is the
 * same for all guests.
 */
export const HOME_SLOTS = ["ip", "example", "verdict", "facts"] as const;
export type HomeSlot = typeof HOME_SLOTS[number];
