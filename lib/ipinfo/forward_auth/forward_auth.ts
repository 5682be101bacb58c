import { BoundedMap } from "../../core/cache.ts";
import { busyError } from "../../core/errors.ts";
import { mapMaybeAsync } from "../../core/async.ts";
import {
  CLIENT_IP_HEADERS,
  type ClientAddress,
} from "../../net/client_address.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { PrefixSet } from "../../net/prefix_set.ts";
import { isBogon } from "../../net/special_blocks.ts";
import type { Profile } from "../profile.ts";
import type { Profiles } from "../profiles.ts";
import type { Checks } from "../risk/checks.ts";
import { FLAGS } from "../risk/risk.ts";
import {
  DENIED_TYPES,
  type DeniedType,
  parsePolicy,
  type Policy,
} from "./policy.ts";

/** Whether a client may pass, and the rule that decides. */
export interface Verdict {
  readonly isAllowed: boolean;
  readonly reason: string;
  /** What the application behind the proxy may want to know of who passes. */
  readonly profile?: Profile;
}

const passes = (reason: string): Verdict => ({ isAllowed: true, reason });
const refused = (reason: string): Verdict => ({ isAllowed: false, reason });

const VERDICTS = {
  /** The address is that of a proxy, or could be. */
  clientUnknown: refused("client_unknown"),
  private: passes("private"),
  privateDenied: refused("private"),
  denyCountry: refused("deny_country"),
  denyAsn: refused("deny_asn"),
  denyType: refused("deny_type"),
  /** A rule that denies may apply: too little is known. */
  unknownDenied: refused("unknown"),
  unknown: passes("unknown"),
  allowCountry: passes("allow_country"),
  allowAsn: passes("allow_asn"),
  allowNet: passes("allow_net"),
  /** There are rules that allow, and none applies. */
  notListed: refused("not_listed"),
  notDenied: passes("not_denied"),
  /** Without a policy. */
  unidentified: passes("client_unknown"),
  loading: passes("tables_loading"),
  enriched: passes("enrich_only"),
} as const;

function isOfType(
  { facts, risk }: Pick<Profile, "facts" | "risk">,
  type: DeniedType,
): boolean {
  return type === "rpki-invalid" ? facts.rpki === "invalid" : risk[FLAGS[type]];
}

/** Characters of kept queries in a generation. Bounded because strangers can send any. */
const MAX_KEPT = 65_536;
/** What a short policy takes besides its characters. */
const POLICY_WEIGHT = 64;

/** Decides for a proxy whether a client may pass, by the tables in memory alone. */
export class ForwardAuth {
  readonly #policies = new BoundedMap<string, Policy>(
    MAX_KEPT,
    (query) => query.length + POLICY_WEIGHT,
  );

  constructor(
    private readonly parts: {
      profiles: Pick<Profiles, "localProfile">;
      trustedProxies: PrefixSet;
      checks: () => Checks;
    },
  ) {}

  /**
   * Synchronous unless the tables are still loading.
   *
   * @param query the policy, without the question mark
   * @throws {AppError} 400 `INVALID_INPUT`; 503 `SERVICE_UNAVAILABLE` without tables
   */
  decide(
    client: ClientAddress,
    headers: Headers,
    query: string,
  ): Verdict | Promise<Verdict> {
    const policy = this.#policyOf(query);
    const { ip } = client;
    const isTrusted = this.parts.trustedProxies.has(ip);
    const isKnown = isTrusted
      ? isOnlyHop(client, headers) && policy.allowNet?.has(ip)
      : !isProxy(client, headers);
    if (!isKnown) {
      return policy.isEnrichOnly
        ? VERDICTS.unidentified
        : VERDICTS.clientUnknown;
    }
    if (isBogon(ip)) {
      if (policy.deniesPrivate) return VERDICTS.privateDenied;
      return isTrusted ? VERDICTS.allowNet : VERDICTS.private;
    }
    const { profiles, checks } = this.parts;
    return mapMaybeAsync(profiles.localProfile(ip), (profile) => {
      if (profile) {
        const verdict = verdictOn(ip, policy, profile, checks);
        return verdict.isAllowed ? { ...verdict, profile } : verdict;
      }
      if (policy.isEnrichOnly) return VERDICTS.loading;
      throw busyError({ reason: "tables_loading" }, 1);
    });
  }

  #policyOf(query: string): Policy {
    return this.#policies.getOrInsertComputed(query, parsePolicy);
  }
}

/**
 * Whether the address is a peer's that forwards for someone else, but is not
 * trusted. Most proxies have a reserved address, so without this check everybody
 * would pass.
 */
function isProxy({ via }: ClientAddress, headers: Headers): boolean {
  return via === "peer" &&
    CLIENT_IP_HEADERS.some((name) => headers.has(name));
}

/**
 * Whether the header contains this address alone. In a longer list, the elements
 * before a trusted proxy's own address can be the client's invention.
 */
function isOnlyHop({ via }: ClientAddress, headers: Headers): boolean {
  return via !== "peer" && !headers.get(via)?.includes(",");
}

/** Rules that refuse come first, and so does what they cannot tell, if the policy wants it. */
function verdictOn(
  ip: IpAddress,
  policy: Policy,
  profile: Profile,
  checks: () => Checks,
): Verdict {
  const { facts: { countryCode = "", asn = -1 } } = profile;
  const { allowCountry, allowAsn, allowNet, denyType } = policy;
  if (policy.isEnrichOnly) return VERDICTS.enriched;
  if (isInCountries(profile, policy.denyCountry)) return VERDICTS.denyCountry;
  if (policy.denyAsn?.has(asn)) return VERDICTS.denyAsn;
  if (denyType && isOfTypes(profile, denyType)) return VERDICTS.denyType;
  if (policy.deniesUnknown && isUndecided(profile, policy, checks)) {
    return VERDICTS.unknownDenied;
  }
  if (allowNet?.has(ip)) return VERDICTS.allowNet;
  if (allowCountry?.has(countryCode)) return VERDICTS.allowCountry;
  if (allowAsn?.has(asn)) return VERDICTS.allowAsn;
  if (allowNet || allowCountry || allowAsn) return VERDICTS.notListed;
  return isUndecided(profile, policy, checks)
    ? VERDICTS.unknown
    : VERDICTS.notDenied;
}

/** Whether it is in one of the countries, or may be. */
function isInCountries(
  profile: Profile,
  countries: Policy["denyCountry"],
): boolean {
  return countries !== null &&
    (countries.has(profile.facts.countryCode ?? "") ||
      countries.has(profile.confidence.alternative ?? ""));
}

/**
 * Whether a rule that denies cannot tell if it applies: the country or the network is
 * unknown, or no list of a type is loaded. One of either family is enough, because
 * lists of Tor exits have no IPv6 addresses.
 */
function isUndecided(
  { facts, evidence }: Profile,
  { denyCountry, denyAsn, denyType }: Policy,
  checks: () => Checks,
): boolean {
  if (denyCountry && facts.countryCode === undefined) return true;
  if (denyAsn && facts.asn === undefined) return true;
  if (!denyType) return false;
  const loaded = checks();
  for (const type of denyType) {
    const isTold = type === "rpki-invalid"
      ? facts.rpki !== undefined
      : loaded[type] || evidence.some(({ kind }) => kind === type);
    if (!isTold) return true;
  }
  return false;
}

/** The facts about a client that passes, by the end of their header's name. Unknown ones are left out. */
export function enrichmentOf(profile: Profile): Record<string, string> {
  const { facts, risk, anycast } = profile;
  const flags = [
    ...DENIED_TYPES.filter((type) => isOfType(profile, type)),
    ...anycast ? ["anycast"] : [],
  ];
  const values = {
    "country": facts.countryCode,
    "region": facts.region,
    "city": facts.city,
    "asn": facts.asn?.toString(),
    "as-org": facts.asnOrg,
    "line-type": risk.lineType,
    "flags": flags.join(),
  };
  const known: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value) known[name] = value;
  }
  return known;
}

function isOfTypes(profile: Profile, types: ReadonlySet<DeniedType>): boolean {
  for (const type of types) if (isOfType(profile, type)) return true;
  return false;
}
