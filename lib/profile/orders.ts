import type { SourceKind } from "./profile.ts";

/** Which sources an answer draws on, and whom it believes first. */
export type Order = "v1" | "v2";

/**
 * The kinds of sources by order and by where the address is, the one believed
 * first at the head. A kind that is not named is not asked.
 *
 * The last three give facts that the others hardly have; they come last so
 * that a measured answer overrules a rule of thumb.
 */
export const KINDS: Readonly<
  Record<Order, Record<"china" | "elsewhere", readonly SourceKind[]>>
> = {
  v1: {
    china: ["regional", "open", "lists", "registry", "reverse"],
    elsewhere: ["open", "regional", "lists", "registry", "reverse"],
  },
  v2: {
    china: [
      "regional",
      "commercial",
      "abuse",
      "open",
      "lists",
      "registry",
      "reverse",
    ],
    elsewhere: [
      "commercial",
      "abuse",
      "open",
      "regional",
      "lists",
      "registry",
      "reverse",
    ],
  },
};
