import Bowser from "bowser";

/** The program that a `User-Agent` header describes; null for unknown parts. */
export interface UserAgent {
  /** With its major version: `Firefox 140`. */
  browser: string | null;
  system: string | null;
}

/** Parses a `User-Agent` header. Clients choose it, so truncate it first. */
export function parseUserAgent(text: string): UserAgent {
  // Bowser throws for an empty one.
  if (text === "") return { browser: null, system: null };
  const { browser, os } = Bowser.parse(text);
  return {
    browser: named(browser.name, browser.version?.split(".")[0]),
    system: named(os.name, os.versionName ?? os.version),
  };
}

function named(name: string | undefined, version: string | undefined) {
  return name ? [name, version].filter(Boolean).join(" ") : null;
}
