import type { HomeField } from "./home_fields.ts";

/** One fact on the home page; `null` is not known. */
export interface HomeRow {
  field: HomeField;
  label: string;
  /** A list is shown as one, a line for each of its texts. */
  value: string | number | readonly string[] | null;
  /** Addresses, prefixes and numbers are set in the monospace face. */
  mono: boolean;
}

/**
 * The normalized profile: what the home page shows of an address to one
 * audience. The page is made of nothing else, so what is not in here is in no
 * byte of it.
 */
export interface HomeView {
  ip: string;
  family: 4 | 6;
  /** False for an address of an inner network, of which there is nothing to tell. */
  isPublic: boolean;
  /** The country's flag as an emoji, or nothing. */
  flag: string;
  /** The address in one sentence. */
  verdict: string;
  /** The rows open at once, those to be expanded, the advanced ones: only what the audience may see. */
  layers: readonly [
    primary: HomeRow[],
    details: HomeRow[],
    advanced: HomeRow[],
  ];
  /** Labels of what a guest would see as a member. */
  locked: readonly string[];
}

/** What a database's licence asks to be said where its data is shown. */
export interface DatabaseCredit {
  name: string;
  /** Where the credit links to. */
  url: string;
  /** The words of the link, as the licence wants them. */
  attribution: string;
  licence: string;
  /** The day the data was made, as an ISO 8601 date. */
  builtOn: string;
}

/** The parts of a guest's home page that are the visitor's own; the rest is the same for all guests. */
export const HOME_SLOTS = ["ip", "example", "verdict", "facts"] as const;
export type HomeSlot = typeof HOME_SLOTS[number];
