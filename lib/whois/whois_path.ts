import { AppError } from "../http/errors.ts";
import type { WhoisTarget } from "./whois_target.ts";

const PREFIX = "/whois/";

/**
 * The target that a URL of the page names, not yet parsed: `/whois/{target}`,
 * where a CIDR may have its slash, or `?query=` as the form sends it. Empty
 * where there is none.
 *
 * @throws {AppError} 400 `INVALID_TARGET` for a broken percent-encoding
 */
export function askedTarget({ pathname, searchParams }: URL): string {
  if (!pathname.startsWith(PREFIX)) {
    // What is typed and pasted comes with blanks.
    return searchParams.get("query")?.trim() ?? "";
  }
  const raw = pathname.slice(PREFIX.length);
  try {
    // A slash at the end changes no answer.
    return decodeURIComponent(raw.replace(/\/$/, ""));
  } catch {
    throw new AppError(
      400,
      "INVALID_TARGET",
      "Cannot read the target: its percent-encoding is broken or not UTF-8.",
    );
  }
}

/** The address of a target's page, or of its JSON. All its characters are fit for a path. */
export function whoisPath(
  { text }: Pick<WhoisTarget, "text">,
  { output }: { output?: "json" } = {},
): string {
  return `${PREFIX}${text}${output ? `?output=${output}` : ""}`;
}
