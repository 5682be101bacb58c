import Bowser from "bowser";
import { httpVersionOf } from "../http/accept.ts";
import type { RequestSummary } from "./view/home_view.ts";

/** In characters: clients choose these headers. */
const MAX_LENGTH = 300;

/** The headers that a summary depends on, as one text of bounded length. */
export function summarizedHeaders(headers: Headers): string {
  return [
    ...["user-agent", "accept-language", "via"].map((name) =>
      headerOf(headers, name)
    ),
    httpVersionOf(headers),
  ].join("\n");
}

/** Summarizes the headers of a browser's request. */
export function summarizeRequest(headers: Headers): RequestSummary {
  const userAgent = headerOf(headers, "user-agent");
  const { browser, os } = userAgent === null
    ? { browser: {}, os: {} }
    : Bowser.parse(userAgent);
  return {
    browser: named(browser.name, browser.version?.split(".")[0]),
    system: named(os.name, os.versionName ?? os.version),
    languages: headerOf(headers, "accept-language")
      ?.split(",").map((range) => range.split(";")[0].trim()).join(", ") ??
      null,
    protocol: `HTTP/${httpVersionOf(headers)}`,
    proxies: headerOf(headers, "via"),
  };
}

function headerOf(headers: Headers, name: string): string | null {
  return headers.get(name)?.slice(0, MAX_LENGTH) || null;
}

function named(name: string | undefined, version: string | undefined) {
  return name ? [name, version].filter(Boolean).join(" ") : null;
}
