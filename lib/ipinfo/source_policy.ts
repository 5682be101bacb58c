/** What a source is, which decides where it stands in an order. */
export type SourceKind =
  | "open"
  | "regional"
  | "commercial"
  | "abuse"
  | "lists"
  | "registry"
  | "reverse";

/** Which sources an answer draws on, and whom it believes first. */
export type SourcePolicy = "v1" | "v2";

/**
 * The kinds of sources by order and by where the address is, the one believed
 * first at the head. A kind that is not named is not asked.
 *
 * Of reverse names the name servers know more than anybody who repeats them.
 * Lists and registries give facts that the others hardly have; they come last,
 * so that what was measured overrules what was registered.
 */
export const SOURCE_ORDER: Readonly<
  Record<SourcePolicy, Record<"china" | "elsewhere", readonly SourceKind[]>>
> = {
  v1: {
    china: ["reverse", "regional", "open", "lists", "registry"],
    elsewhere: ["reverse", "open", "regional", "lists", "registry"],
  },
  v2: {
    china: [
      "reverse",
      "regional",
      "commercial",
      "abuse",
      "open",
      "lists",
      "registry",
    ],
    elsewhere: [
      "reverse",
      "commercial",
      "abuse",
      "open",
      "regional",
      "lists",
      "registry",
    ],
  },
};
