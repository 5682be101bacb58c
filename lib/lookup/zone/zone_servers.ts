import type { Caller } from "../../core/fair_queue.ts";
import { withDeadline } from "../../core/deadline.ts";
import type { DnsClient, QueryType } from "../../dns/dns_client.ts";
import type { AuthoritativeMessage } from "../../dns/message.ts";
import { type DnsRecord, recordData } from "../../dns/records.ts";
import { type IpAddress, parseIp } from "../../net/ip_address.ts";
import { isWithheld } from "../addresses.ts";
import type { LookupDeps } from "../lookup_deps.ts";
import type { FetchPolicy } from "./mta_sts.ts";
import { isDefinitive, nullIfNoResponse } from "../lookup_errors.ts";

/** Limits for what the owner of a zone can make this server query. */
const MAX_NAMES = 13;
const MAX_ADDRESSES = 32;
/** Time limit for each query of an authoritative server. */
const SERVER_TIMEOUT_MS = 2500;
const POLICY_TIMEOUT_MS = 8000;

export interface ZoneDeps extends Pick<LookupDeps, "now" | "policy"> {
  client: Pick<DnsClient, "isValidating" | "query" | "queryServer">;
  /** The port of authoritative servers. */
  serverPort: number;
  /** Requests a policy file of the zone's owner. */
  fetchPolicy: FetchPolicy;
}

/** A zone as its parent delegates it. */
export interface Delegation {
  readonly zone: string;
  /** Null for a zone whose parent was not found. */
  readonly parent: string | null;
  /** Of the parent: the server's address and its response; null if none responded. */
  readonly referral: { ip: string; message: AuthoritativeMessage } | null;
  /** The DS records of the zone in the parent; null if they are not known. */
  readonly signers: readonly DnsRecord[] | null;
}

interface ServerAddress {
  /** The name server. */
  readonly name: string;
  readonly ip: IpAddress;
}

/** What a server of the zone said of it. */
export interface ServerReport extends ServerAddress {
  /** Why it was not queried; null if it was. */
  readonly skipped: "reserved" | null;
  /** Its response for the SOA record; null if there was none. */
  readonly soa: AuthoritativeMessage | null;
  readonly elapsedMs: number | null;
  /** Its NS records of the zone; null if it gave none. */
  readonly nameServers: readonly string[] | null;
  /** Its keys with their signatures; null if there was no response. */
  readonly keys: readonly DnsRecord[] | null;
  /** Whether it answers over TCP; null if it was not tried. */
  readonly answersTcp: boolean | null;
  /** Whether it looks other zones up for anybody; null if that is not known. */
  readonly isOpenResolver: boolean | null;
}

/** Resolves names and queries servers on behalf of one caller. */
export class ZoneQueries {
  constructor(
    private readonly deps: ZoneDeps,
    private readonly caller: Caller,
  ) {}

  /** The records of a name by the resolver; null if it gave no usable response. */
  async resolve(name: string, type: QueryType) {
    const response = await this.deps.client
      .query(name, type, { ...this.caller, timeoutMs: 4000 })
      .catch(nullIfNoResponse);
    return response && isDefinitive(response.rcode) ? response : null;
  }

  /**
   * The addresses of a host; null if it seems to have none, but a query got no
   * usable response.
   */
  async addressesOf(name: string): Promise<IpAddress[] | null> {
    const { addresses, isComplete } = await this.hostAddresses(name);
    return addresses.length > 0 || isComplete ? addresses : null;
  }

  /** The addresses of a host; `isComplete` unless a query got no usable response. */
  async hostAddresses(
    name: string,
  ): Promise<{ addresses: IpAddress[]; isComplete: boolean }> {
    const responses = await Promise.all([
      this.resolve(name, "A"),
      this.resolve(name, "AAAA"),
    ]);
    const records = responses.flatMap((response) => response?.records ?? []);
    const addresses = records.flatMap((record) =>
      record.type === "A" || record.type === "AAAA"
        ? parseIp(record.data) ?? []
        : []
    );
    return { addresses, isComplete: !responses.includes(null) };
  }

  isWithheld(ip: IpAddress): boolean {
    return isWithheld(ip, this.deps.policy);
  }

  /** A server's response; null if there was none. */
  async ask(
    ip: IpAddress,
    name: string,
    type: QueryType,
    options: {
      isRecursionDesired?: boolean;
      isDnssecOk?: boolean;
      isOverTcp?: boolean;
    } = {},
  ): Promise<AuthoritativeMessage | null> {
    const { client, serverPort } = this.deps;
    return await client.queryServer(
      name,
      type,
      { ip: ip.text, port: serverPort },
      { ...this.caller, timeoutMs: SERVER_TIMEOUT_MS, ...options },
    ).catch(nullIfNoResponse);
  }

  /** The policy file of a domain; null if there was none within the time. */
  async policy(url: URL): ReturnType<FetchPolicy> {
    const { signal } = this.caller;
    try {
      return await withDeadline(
        POLICY_TIMEOUT_MS,
        (limited) => this.deps.fetchPolicy(url, limited),
        signal,
      );
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DOMException) return null;
      throw error;
    }
  }

  now(): number {
    return this.deps.now();
  }
}

/**
 * The zone that contains a name: the closest ancestor with a SOA record. Null if
 * there is none; undefined if no server says.
 */
export async function findZone(
  name: string,
  queries: ZoneQueries,
): Promise<string | null | undefined> {
  const labels = name.split(".");
  for (let i = 0; i < labels.length; i++) {
    const zone = labels.slice(i).join(".");
    const response = await queries.resolve(zone, "SOA");
    if (response === null) return undefined;
    const isZone = response.records.some((record) =>
      record.type === "SOA" && record.name === zone
    );
    if (isZone) return zone;
  }
  return null;
}

/** Whether a response shows what a zone has, and what it lacks: a lame server's does not. */
function answersWithAuthority(
  { rcode, isAuthoritative }: AuthoritativeMessage,
): boolean {
  return rcode === "NOERROR" && isAuthoritative;
}

/** Asks the parent's servers, one after the other, how they delegate the zone. */
export async function findDelegation(
  zone: string,
  queries: ZoneQueries,
): Promise<Delegation> {
  const above = zone.split(".").slice(1).join(".") || ".";
  const parent = above === "." ? "." : await findZone(above, queries) ?? null;
  const unknown = { zone, parent, referral: null, signers: null };
  if (parent === null) return unknown;
  const response = await queries.resolve(parent, "NS");
  const names = recordData(response?.records ?? [], "NS");
  for (const name of names.slice(0, 3)) {
    const ips = await queries.addressesOf(name) ?? [];
    for (const ip of ips.slice(0, 2)) {
      if (queries.isWithheld(ip)) continue;
      const message = await queries.ask(ip, zone, "NS");
      if (message?.rcode !== "NOERROR") continue;
      const signed = await queries.ask(ip, zone, "DS");
      const signers = signed && answersWithAuthority(signed)
        ? signed.answers.filter(({ type }) => type === "DS")
        : null;
      return { zone, parent, referral: { ip: ip.text, message }, signers };
    }
  }
  return unknown;
}

/** The names in the NS records of the zone, in the answer or the referral. */
export function nameServersIn(
  { answers, authorities }: AuthoritativeMessage,
  zone: string,
): string[] {
  const names = [...answers, ...authorities].flatMap((record) =>
    record.type === "NS" && record.name === zone ? record.data : []
  );
  return [...new Set(names)].sort();
}

/** The addresses in the additional section for a name. */
export function glueIn(
  { additionals }: AuthoritativeMessage,
  host: string,
): string[] {
  return additionals.flatMap((record) =>
    (record.type === "A" || record.type === "AAAA") && record.name === host
      ? record.data
      : []
  );
}

/**
 * The addresses of the name servers, as the resolver and the referral's glue
 * tell them; `isComplete` unless there may be more; `isTruncated` if there are more
 * than a check queries.
 */
export async function serverAddresses(
  names: readonly string[],
  { referral }: Delegation,
  queries: ZoneQueries,
): Promise<
  { addresses: ServerAddress[]; isComplete: boolean; isTruncated: boolean }
> {
  let isComplete = true;
  const lists = await Promise.all(
    names.slice(0, MAX_NAMES).map(async (name) => {
      const glue = referral ? glueIn(referral.message, name) : [];
      const host = await queries.hostAddresses(name);
      isComplete &&= host.isComplete;
      const all = [
        ...host.addresses,
        ...glue.flatMap((text) => parseIp(text) ?? []),
      ];
      const byText = new Map(all.map((ip) => [ip.text, ip]));
      return [...byText.values()].map((ip) => ({ name, ip }));
    }),
  );
  const addresses = lists.flat();
  const isTruncated = names.length > MAX_NAMES ||
    addresses.length > MAX_ADDRESSES;
  return {
    addresses: addresses.slice(0, MAX_ADDRESSES),
    isComplete: isComplete && !isTruncated,
    isTruncated,
  };
}

/** Queries each server of the zone directly. */
export function askServers(
  zone: string,
  addresses: readonly ServerAddress[],
  queries: ZoneQueries,
): Promise<ServerReport[]> {
  return Promise.all(
    addresses.map((address) => askServer(zone, address, queries)),
  );
}

async function askServer(
  zone: string,
  address: ServerAddress,
  queries: ZoneQueries,
): Promise<ServerReport> {
  const { ip } = address;
  const silent: ServerReport = {
    ...address,
    skipped: null,
    soa: null,
    elapsedMs: null,
    nameServers: null,
    keys: null,
    answersTcp: null,
    isOpenResolver: null,
  };
  if (queries.isWithheld(ip)) return { ...silent, skipped: "reserved" };
  const startedAt = queries.now();
  const soa = await queries.ask(ip, zone, "SOA", { isDnssecOk: true });
  if (soa === null) return silent;
  const elapsedMs = Math.round(queries.now() - startedAt);
  const [servers, keys, tcp, root] = await Promise.all([
    queries.ask(ip, zone, "NS"),
    queries.ask(ip, zone, "DNSKEY", { isDnssecOk: true }),
    queries.ask(ip, zone, "SOA", { isOverTcp: true }),
    // Nobody but a resolver, or a server of the root zone, answers this.
    queries.ask(ip, ".", "SOA", { isRecursionDesired: true }),
  ]);
  return {
    ...silent,
    soa,
    elapsedMs,
    nameServers: servers && answersWithAuthority(servers) &&
        servers.answers.length > 0
      ? nameServersIn(servers, zone)
      : null,
    keys: keys && answersWithAuthority(keys) ? keys.answers : null,
    answersTcp: tcp !== null,
    isOpenResolver: root && root.rcode === "NOERROR" &&
      root.answers.length > 0 && !root.isAuthoritative,
  };
}
