import { countryFacts } from "../../data/places/countries.ts";
import type { ErrorParams } from "../../core/error_reasons.ts";
import { AppError } from "../../core/errors.ts";
import { parseAsn } from "../../net/target.ts";
import { type Cidr, parseCidr, unmapIpv4Cidr } from "../../net/cidr.ts";
import { PrefixSet } from "../../net/prefix_set.ts";

/** The traits that a policy can refuse, and routes that the RPKI does not authorize. */
export const DENIED_TYPES = [
  "hosting",
  "vpn",
  "proxy",
  "tor",
  "mobile",
  "satellite",
  "abuser",
  "rpki-invalid",
] as const;

export type DeniedType = typeof DENIED_TYPES[number];

/** What to do with reserved addresses, which no table locates. */
export const PRIVATE_VALUES = ["allow", "deny"] as const;

/** What to do if a rule that denies cannot tell whether it applies. */
export const UNKNOWN_VALUES = ["allow", "deny"] as const;

/** The value of `enrich`: no rules, only facts about the client. */
export const ENRICH_VALUES = ["only"] as const;

/** Who may pass. A list that the query doesn't have is null. */
export interface Policy {
  readonly allowCountry: ReadonlySet<string> | null;
  readonly allowAsn: ReadonlySet<number> | null;
  readonly allowNet: PrefixSet | null;
  readonly denyCountry: ReadonlySet<string> | null;
  readonly denyAsn: ReadonlySet<number> | null;
  readonly denyType: ReadonlySet<DeniedType> | null;
  readonly deniesPrivate: boolean;
  /** Whether who may have to be denied is, because too little is known. */
  readonly deniesUnknown: boolean;
  readonly isEnrichOnly: boolean;
}

export const POLICY_PARAMETERS = [
  "allow_country",
  "deny_country",
  "allow_asn",
  "deny_asn",
  "allow_net",
  "deny_type",
  "private",
  "unknown",
  "enrich",
] as const;

type PolicyParameter = typeof POLICY_PARAMETERS[number];

/** A longer query would not fit into the request line of most proxies. */
export const MAX_POLICY_LENGTH = 8_000;

/**
 * Parses the policy in a query. Anything that could be a mistake is an error,
 * so that the proxy refuses the request. Ignoring a rule would let people
 * through.
 *
 * @param query without the question mark
 * @throws {AppError} 400 `INVALID_INPUT`
 */
export function parsePolicy(query: string): Policy {
  if (query.length > MAX_POLICY_LENGTH) {
    throw invalid({ reason: "policy_too_long", max: MAX_POLICY_LENGTH });
  }
  const values = valuesOf(query);
  const listOf = <T>(name: PolicyParameter, parse: Parse<T>) => {
    const value = values.get(name);
    return value === undefined ? null : parseList(name, value, parse);
  };
  const setOf = <T>(name: PolicyParameter, parse: Parse<T>) => {
    const list = listOf(name, parse);
    return list && new Set(list);
  };
  const choiceOf = <T extends string>(
    name: PolicyParameter,
    known: readonly T[],
  ) => {
    const value = values.get(name);
    return value === undefined ? null : oneOf(name, value, known);
  };
  const nets = listOf("allow_net", blockOf);
  const policy: Policy = {
    allowCountry: setOf("allow_country", countryOf),
    allowAsn: setOf("allow_asn", parseAsn),
    allowNet: nets && PrefixSet.from(nets),
    denyCountry: setOf("deny_country", countryOf),
    denyAsn: setOf("deny_asn", parseAsn),
    denyType: setOf(
      "deny_type",
      (item) => oneOf("deny_type", item, DENIED_TYPES),
    ),
    deniesPrivate: choiceOf("private", PRIVATE_VALUES) === "deny",
    deniesUnknown: false,
    isEnrichOnly: choiceOf("enrich", ENRICH_VALUES) !== null,
  };
  if (policy.isEnrichOnly && values.size > 1) {
    // Its rules would not refuse anybody.
    throw invalid({ reason: "parameter_unknown", values: ["enrich"] });
  }
  const hasRule = Object.values(policy).some((rule) => rule);
  if (!hasRule) throw invalid({ reason: "policy_empty" });
  const deniesUnknown = choiceOf("unknown", UNKNOWN_VALUES) === "deny";
  return { ...policy, deniesUnknown };
}

function valuesOf(query: string): Map<PolicyParameter, string> {
  const values = new Map<PolicyParameter, string>();
  for (const [text, value] of new URLSearchParams(query)) {
    const name = POLICY_PARAMETERS.find((known) => known === text);
    if (!name) {
      throw invalid({ reason: "parameter_unknown", values: POLICY_PARAMETERS });
    }
    if (values.has(name)) throw invalid({ reason: "parameter_repeated", name });
    values.set(name, value);
  }
  return values;
}

/** Parses an item of a list; null if it is malformed. */
type Parse<T> = (item: string) => T | null;

function parseList<T>(name: string, value: string, parse: Parse<T>): T[] {
  return value.split(",").map((item, i) => {
    const parsed = parse(item);
    if (parsed !== null) return parsed;
    throw invalid({ reason: "list_item_malformed", name, position: i + 1 });
  });
}

/** Parses the code of an existing country: an unknown code would refuse nobody. */
function countryOf(item: string): string | null {
  const code = item.toUpperCase();
  return countryFacts(code) ? code : null;
}

function blockOf(item: string): Cidr | null {
  const cidr = parseCidr(item);
  return cidr && unmapIpv4Cidr(cidr);
}

function oneOf<T extends string>(
  name: PolicyParameter,
  value: string,
  known: readonly T[],
): T {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw invalid({ reason: "not_one_of", name, values: known });
}

function invalid(params: ErrorParams): AppError {
  return new AppError(400, "INVALID_INPUT", params);
}
