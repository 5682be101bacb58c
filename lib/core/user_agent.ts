import Bowser from "bowser";
import { BoundedMap } from "./cache.ts";

/** The program that a `User-Agent` header describes; null for unknown parts. */
interface UserAgent {
  /** With its major version: `Firefox 140`. */
  readonly browser: string | null;
  readonly system: string | null;
}

/** In characters, for each generation of the map. */
const MAX_KEPT_LENGTH = 100_000;

/** Most visitors have one of a few hundred browsers, and parsing takes 30 µs. */
const known = new BoundedMap<string, UserAgent>(
  MAX_KEPT_LENGTH,
  (text) => text.length,
);

/** Parses a `User-Agent` header. Clients choose it, so truncate it first. */
export function parseUserAgent(text: string): UserAgent {
  // Bowser throws for an empty one.
  if (text === "") return { browser: null, system: null };
  return known.getOrInsertComputed(text, () => {
    const { browser, os } = Bowser.parse(text);
    return {
      browser: named(browser.name, browser.version?.split(".")[0]),
      system: named(os.name, os.versionName ?? os.version),
    };
  });
}

function named(name: string | undefined, version: string | undefined) {
  return name ? [name, version].filter(Boolean).join(" ") : null;
}
