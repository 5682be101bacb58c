/** Short made-up responses in the formats of registries, and what they mean. */
import formats from "./whois_formats.json" with { type: "json" };

interface Format {
  readonly name: string;
  readonly text: string;
  /** Days. */
  readonly created?: string;
  readonly updated?: string;
  readonly expires?: string;
  readonly registrar?: string;
  readonly statuses?: readonly string[];
  readonly nameServers?: readonly string[];
  readonly registrant?: string;
  readonly isSigned?: boolean;
}

/** The text of each is in a file of its name in `whois_formats/`. */
export const whoisFormats: readonly Format[] = formats.map((format) => ({
  ...format,
  text: Deno.readTextFileSync(
    new URL(`./whois_formats/${format.name}.txt`, import.meta.url),
  ),
}));
