import { httpVersionOf } from "../../http/accept.ts";
import { parseUserAgent } from "../../core/user_agent.ts";
import type { RequestSummary } from "../view/home_view.ts";

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
  return {
    ...parseUserAgent(headerOf(headers, "user-agent") ?? ""),
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
