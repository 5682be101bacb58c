import { BoundedMap } from "../../core/cache.ts";
import { AppError } from "../../core/errors.ts";
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
import type { Risk } from "../risk/risk.ts";
import { type DeniedType, parsePolicy, type Policy } from "./policy.ts";

/** Whether a client may pass, and the rule that decides. */
export interface Verdict {
  readonly isAllowed: boolean;
  readonly reason: string;
}

const passes = (reason: string): Verdict => ({ isAllowed: true, reason });
const refused = (reason: string): Verdict => ({ isAllowed: false, reason });

const VERDICTS = {
  /** The address is that of a proxy, not that of its client. */
  clientUnknown: refused("client_unknown"),
  private: passes("private"),
  privateDenied: refused("private"),
  denyCountry: refused("deny_country"),
  denyAsn: refused("deny_asn"),
  denyType: refused("deny_type"),
  allowCountry: passes("allow_country"),
  allowAsn: passes("allow_asn"),
  allowNet: passes("allow_net"),
  /** There are rules that allow, and none applies. */
  notListed: refused("not_listed"),
  notDenied: passes("not_denied"),
} as const;

const IS_OF_TYPE: Readonly<Record<DeniedType, (risk: Risk) => boolean>> = {
  hosting: (risk) => risk.isHosting,
  vpn: (risk) => risk.isVpn,
  proxy: (risk) => risk.isProxy,
  tor: (risk) => risk.isTor,
  mobile: (risk) => risk.isMobile,
  satellite: (risk) => risk.isSatellite,
  abuser: (risk) => risk.isAbuser,
};

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
    if (this.#isProxy(client, headers)) return VERDICTS.clientUnknown;
    const { ip } = client;
    if (isBogon(ip)) {
      return policy.deniesPrivate ? VERDICTS.privateDenied : VERDICTS.private;
    }
    const { profiles } = this.parts;
    return mapMaybeAsync(profiles.localProfile(ip), (profile) => {
      if (profile) return verdictOn(ip, policy, profile);
      throw new AppError(503, "SERVICE_UNAVAILABLE", {
        reason: "tables_loading",
      }, { headers: { "retry-after": "1" } });
    });
  }

  #policyOf(query: string): Policy {
    let policy = this.#policies.get(query);
    if (!policy) {
      policy = parsePolicy(query);
      this.#policies.set(query, policy);
    }
    return policy;
  }

  /**
   * Whether the address belongs to a proxy that is not trusted, or that doesn't
   * send its client's address. Most proxies have a reserved address, so without
   * this check everybody would pass.
   */
  #isProxy({ ip, via }: ClientAddress, headers: Headers): boolean {
    if (via !== "peer") return false;
    return this.parts.trustedProxies.has(ip) ||
      CLIENT_IP_HEADERS.some((name) => headers.has(name));
  }
}

/** Rules that refuse come first. An unknown country or network matches no rule. */
function verdictOn(ip: IpAddress, policy: Policy, profile: Profile): Verdict {
  const { facts: { countryCode = "", asn = -1 } } = profile;
  const { allowCountry, allowAsn, allowNet, denyType } = policy;
  if (policy.denyCountry?.has(countryCode)) return VERDICTS.denyCountry;
  if (policy.denyAsn?.has(asn)) return VERDICTS.denyAsn;
  if (denyType && isOfTypes(profile, denyType)) return VERDICTS.denyType;
  if (allowNet?.has(ip)) return VERDICTS.allowNet;
  if (allowCountry?.has(countryCode)) return VERDICTS.allowCountry;
  if (allowAsn?.has(asn)) return VERDICTS.allowAsn;
  return allowNet || allowCountry || allowAsn
    ? VERDICTS.notListed
    : VERDICTS.notDenied;
}

function isOfTypes(
  { risk }: Profile,
  types: ReadonlySet<DeniedType>,
): boolean {
  for (const type of types) if (IS_OF_TYPE[type](risk)) return true;
  return false;
}
