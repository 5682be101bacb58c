import type { Caller } from "../core/fair_queue.ts";
import type {
  DnsResponse,
  ExtendedError,
  QueryType,
} from "../dns/dns_client.ts";
import type { DataOf } from "./envelope.ts";
import { isDefinitive, nullIfNoResponse } from "./lookup_errors.ts";
import type { LookupDeps } from "./lookup_deps.ts";

type Dnssec = DataOf<"dns_lookup">["dnssec"];

/**
 * The extended errors that mean that DNSSEC validation failed, from "DNSSEC
 * Bogus" to "NSEC Missing" (RFC 8914 sections 4.7 to 4.13).
 */
const FIRST_VALIDATION_ERROR = 6;
const LAST_VALIDATION_ERROR = 12;

function isValidationError({ code }: ExtendedError): boolean {
  return code >= FIRST_VALIDATION_ERROR && code <= LAST_VALIDATION_ERROR;
}

/**
 * Time limit for each query about the validation itself: the root zone can be
 * out of reach, and the records are worth more than the wait.
 */
const TIMEOUT_MS = 1000;

type Responses = ReadonlyMap<QueryType, DnsResponse | null>;

/**
 * What the resolver says about the signatures of a name.
 *
 * A resolver that fails without an extended error is asked again to return what
 * it could not validate: if it then has a response, validation was the reason.
 *
 * @throws {AppError} 503 if too many queries are running; the signal's reason
 */
export async function dnssecStatus(
  name: string,
  responses: Responses,
  { client }: Pick<LookupDeps, "client">,
  { timeoutMs, ...caller }: Caller & { timeoutMs: number },
): Promise<Dnssec> {
  const options = { ...caller, timeoutMs: Math.min(timeoutMs, TIMEOUT_MS) };
  const given = [...responses.values()].filter((each) => each !== null);
  const errors = uniqueErrors(given);
  const status = async (): Promise<Dnssec["status"]> => {
    const [failedType] =
      [...responses].find(([, response]) => response?.rcode === "SERVFAIL") ??
        [];
    if (failedType !== undefined) {
      if (errors.some(isValidationError)) return "bogus";
      const isCheckingDisabled = true;
      const unchecked = errors.length > 0 ? null : await client
        .query(name, failedType, { ...options, isCheckingDisabled })
        .catch(nullIfNoResponse);
      if (unchecked && isDefinitive(unchecked.rcode)) return "bogus";
    }
    const usable = given.filter(({ rcode }) => isDefinitive(rcode));
    if (usable.length === 0) return "unknown";
    if (usable.every(({ isAuthentic }) => isAuthentic)) return "authenticated";
    const isValidating = given.some(({ isAuthentic }) => isAuthentic) ||
      await client.isValidating(options);
    return isValidating === null
      ? "unknown"
      : isValidating
      ? "insecure"
      : "not_validated";
  };
  return {
    status: await status(),
    extended_errors: errors.map(({ code, text }) => ({ code, text })),
  };
}

function uniqueErrors(responses: readonly DnsResponse[]): ExtendedError[] {
  const errors = responses.flatMap(({ extendedErrors }) => extendedErrors);
  return [
    ...new Map(errors.map((error) => [JSON.stringify(error), error])).values(),
  ];
}
