/** The kind of a source, which decides its precedence. */
export type SourceKind =
  | "open"
  | "regional"
  | "commercial"
  | "abuse"
  | "lists"
  | "registry"
  | "reverse";

/** Which sources a record uses, and their precedence. */
export type SourcePolicy = "v1" | "v2";

/**
 * The kinds of sources for each policy and location, highest precedence first.
 * Other kinds are not queried.
 *
 * For reverse names, name servers are more reliable than sources that repeat
 * them. Lists and registries come last, so that they fill gaps without
 * overruling measured data.
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
