import { type Finding, ok, untested, wrong } from "./finding.ts";

/**
 * A policy file as its web server sends it: the status, and the text if it is
 * 200; null if no server could be reached, or none that may be.
 *
 * @throws the signal's reason
 */
export type FetchPolicy = (
  url: URL,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly text: string } | null>;

/** Where RFC 8461 section 3.3 has the policy of a domain. */
export function policyUrl(domain: string): URL {
  return new URL(`https://mta-sts.${domain}/.well-known/mta-sts.txt`);
}

/** A year (RFC 8461 section 3.2). */
const MAX_AGE_SECONDS = 31_557_600;
const MODES: ReadonlySet<string> = new Set(["enforce", "testing", "none"]);

/**
 * Judges the policy file that a record announces.
 *
 * @param lines what shows the record
 * @param hosts the mail servers; null if they are not known
 */
export function policyFinding(
  url: URL,
  response: Awaited<ReturnType<FetchPolicy>>,
  lines: readonly string[],
  hosts: readonly string[] | null,
): Finding {
  if (response === null) return untested("mta_sts", "policy_unreachable");
  const { status, text } = response;
  const all = [...lines, `GET ${url}: ${status}`];
  if (status !== 200) return wrong("mta_sts", "policy_missing", all);
  const fields = text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, key, value] = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    return key === undefined ? [] : [[key, value]];
  });
  all.push(...fields.map(([key, value]) => `${key}: ${value}`));
  const fail = (reason: string) => wrong("mta_sts", reason, all);
  const valueOf = (wanted: string) =>
    fields.find(([key]) => key === wanted)?.[1];
  const mode = valueOf("mode") ?? "";
  const maxAge = valueOf("max_age") ?? "";
  const patterns = fields.filter(([key]) => key === "mx")
    .map(([, value]) => value.toLowerCase());
  const isValid = valueOf("version") === "STSv1" && MODES.has(mode) &&
    /^\d{1,10}$/.test(maxAge) && Number(maxAge) <= MAX_AGE_SECONDS &&
    (patterns.length > 0 || mode === "none");
  if (!isValid) return fail("policy_invalid");
  if (mode === "none") return ok("mta_sts", all, "policy_none");
  if (hosts === null) return untested("mta_sts", "no_response");
  const isCovered = hosts.every((host) =>
    patterns.some((pattern) => matches(host, pattern))
  );
  if (!isCovered) return fail("policy_mx");
  return ok("mta_sts", all, mode === "testing" ? "policy_testing" : null);
}

/** `*.example.com` stands for one label (RFC 8461 section 4.1). */
function matches(host: string, pattern: string): boolean {
  return pattern.startsWith("*.")
    ? host.slice(host.indexOf(".")) === pattern.slice(1)
    : host === pattern;
}
