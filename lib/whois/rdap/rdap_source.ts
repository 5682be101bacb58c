import type { Rir } from "../../facts/block_facts.ts";
import { withDeadline } from "../../core/deadline.ts";
import { ExpiringCache } from "../../core/cache.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { RdapClient, RdapResponse } from "./rdap_client.ts";
import { entitiesOfRole, type Entity } from "./rdap_entity.ts";
import type { Autnum, IpNetwork } from "./rdap_record.ts";
import { failureOf, isNoServer } from "./registry_error.ts";
import type { Facts, Findings, RemoteSource } from "../../ipinfo/profile.ts";
import {
  EMPTY_LIFETIME_MS,
  GEO_LIFETIME_MS,
  TIMEOUT_MS,
} from "../../ipinfo/sources/query_source.ts";

/**
 * Domains of the registries' servers, including the national registries below
 * APNIC and LACNIC.
 */
const RIRS: Readonly<Record<string, Rir>> = {
  "arin.net": "ARIN",
  "ripe.net": "RIPE",
  "apnic.net": "APNIC",
  "nic.ad.jp": "APNIC",
  "kisa.or.kr": "APNIC",
  "krnic.net": "APNIC",
  "cnnic.cn": "APNIC",
  "twnic.tw": "APNIC",
  "twnic.net.tw": "APNIC",
  "idnic.net": "APNIC",
  "vnnic.vn": "APNIC",
  "irinn.in": "APNIC",
  "lacnic.net": "LACNIC",
  "registro.br": "LACNIC",
  "nic.mx": "LACNIC",
  "afrinic.net": "AFRINIC",
};

/**
 * The registry that a server's domain belongs to. Tries the whois server first,
 * then the server that responded.
 */
export function rirOf(
  { port43, host }: { port43: string | null; host: string },
): Rir | null {
  return rirOfName(port43 ?? "") ?? rirOfName(host);
}

function rirOfName(name: string): Rir | null {
  const found = name.toLowerCase().split(".")
    .map((_, i, labels) => labels.slice(i).join("."))
    .find((domain) => Object.hasOwn(RIRS, domain));
  return found === undefined ? null : RIRS[found];
}

interface RdapSourceOptions {
  rdap: Pick<RdapClient, "ip" | "autnum" | "check">;
  /**
   * The AS number from the local tables, so that both queries can run at once.
   */
  asnOf: (ip: IpAddress) => number | undefined;
  now: () => number;
  responseTimeoutMs?: number;
}

/** Leaves time to return the other registry's response. */
const RESPONSE_TIMEOUT_MS = TIMEOUT_MS - 100;
const DAY_MS = 86_400_000;
/** Limit for cached autonomous systems. */
const MAX_AUTNUMS = 8_192;

/** What registries record about an address and its autonomous system. */
export class RdapSource implements RemoteSource {
  readonly name = "rdap";
  readonly kind = "registry";
  readonly onlyFor = "v2";
  readonly timeoutMs = TIMEOUT_MS;
  readonly lifetimeMs = GEO_LIFETIME_MS;
  readonly emptyLifetimeMs = EMPTY_LIFETIME_MS;
  readonly #options: Required<RdapSourceOptions>;
  readonly #autnums: ExpiringCache<Partial<Facts>>;

  constructor(
    { responseTimeoutMs = RESPONSE_TIMEOUT_MS, ...options }: RdapSourceOptions,
  ) {
    this.#options = { ...options, responseTimeoutMs };
    const { now } = options;
    this.#autnums = new ExpiringCache({ maxWeight: MAX_AUTNUMS, now });
  }

  /**
   * One of the two responses is enough. The source fails only if no bootstrap
   * file can be loaded: visitors choose the address and so the registry, and
   * one failing registry must not disable the source for the others.
   */
  async lookup(ip: IpAddress, signal: AbortSignal): Promise<Findings> {
    const asn = this.#options.asnOf(ip);
    const outcomes = await Promise.allSettled([
      this.#networkFacts(ip, signal),
      ...asn === undefined ? [] : [this.#asnFacts(asn, signal)],
    ]);
    signal.throwIfAborted();
    const unknown = outcomes.filter(lacksBootstrap);
    if (unknown.length === outcomes.length) throw unknown[0].reason;
    const responses = outcomes.flatMap((outcome) =>
      outcome.status === "fulfilled" ? outcome.value : []
    );
    return {
      facts: Object.assign({}, ...responses),
      isPartial: responses.length < outcomes.length,
    };
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.#options.rdap.check(signal);
  }

  async #networkFacts(
    ip: IpAddress,
    signal: AbortSignal,
  ): Promise<Partial<Facts>> {
    const { rdap, responseTimeoutMs } = this.#options;
    const query = (limited: AbortSignal) => rdap.ip(ip, limited);
    return await withDeadline(responseTimeoutMs, query, signal)
      .then(networkFacts)
      .catch(nothingWithoutServer);
  }

  /**
   * Cached for all addresses of an autonomous system, because registries limit
   * the rate of queries.
   */
  async #asnFacts(asn: number, signal: AbortSignal): Promise<Partial<Facts>> {
    const cached = this.#autnums.get(`${asn}`);
    if (cached) return cached;
    const { rdap, now, responseTimeoutMs } = this.#options;
    const query = (limited: AbortSignal) => rdap.autnum(asn, limited);
    const facts = await withDeadline(responseTimeoutMs, query, signal)
      .then((response) => asnFacts(asn, response))
      .catch(nothingWithoutServer);
    const isEmpty = Object.keys(facts).length === 0;
    const expiresAt = now() + (isEmpty ? EMPTY_LIFETIME_MS : DAY_MS);
    this.#autnums.set(`${asn}`, facts, expiresAt);
    return facts;
  }
}

function networkFacts(
  response: RdapResponse<IpNetwork> | null,
): Partial<Facts> {
  if (!response) return {};
  const { record: { entities, name, port43 }, url } = response;
  const facts: Partial<Facts> = {};
  const org = registrantOf(entities) ?? name;
  if (org) facts.assignedOrg = org;
  const abuse = entitiesOfRole(entities, "abuse");
  // Both values come from the same contact.
  const contact = abuse.find(({ emails }) => emails.length > 0) ??
    abuse.find(({ phones }) => phones.length > 0);
  if (contact?.emails.length) facts.abuseEmail = contact.emails[0];
  if (contact?.phones.length) facts.abusePhone = contact.phones[0];
  const rir = rirOf({ port43, host: url.hostname });
  if (rir) facts.rir = rir;
  return facts;
}

function asnFacts(
  asn: number,
  response: RdapResponse<Autnum> | null,
): Partial<Facts> {
  if (!response) return {};
  const { name, events: { registration, lastChanged } } = response.record;
  const facts: Partial<Facts> = {};
  if (name) facts.asnName = name;
  if (registration) facts.asnCreated = dateOf(registration);
  if (lastChanged) facts.asnUpdated = dateOf(lastChanged);
  // The merge needs the number to match these facts.
  if (Object.keys(facts).length > 0) facts.asn = asn;
  return facts;
}

/**
 * RIPE and AFRINIC list an object's maintainers among its registrants, with the
 * handle as name.
 */
function registrantOf(entities: readonly Entity[]): string | null {
  const registrants = entitiesOfRole(entities, "registrant");
  const registrant = registrants.find(({ kind }) => kind === "org") ??
    registrants.find(({ name, handle }) => name !== handle);
  return registrant?.org ?? registrant?.name ?? null;
}

function dateOf(time: string): string {
  return time.slice(0, 10);
}

/**
 * If no registry is responsible for a number, there are no facts, and this is
 * not an error.
 */
function nothingWithoutServer(error: unknown): Partial<Facts> {
  if (isNoServer(error)) return {};
  throw error;
}

function lacksBootstrap(
  outcome: PromiseSettledResult<unknown>,
): outcome is PromiseRejectedResult {
  return outcome.status === "rejected" &&
    failureOf(outcome.reason) === "no_bootstrap";
}
