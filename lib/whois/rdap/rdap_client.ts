import { type Cidr, formatCidr, lastAddress } from "../../net/cidr.ts";
import { compareIp, type IpAddress } from "../../net/ip_address.ts";
import type { Domain } from "../../net/domain.ts";
import { Bootstrap } from "./bootstrap.ts";
import { createSafeGet, getWithBackoff, type SafeGet } from "./safe_get.ts";
import {
  type Autnum,
  type DomainRecord,
  type IpNetwork,
  parseAutnum,
  parseDomainRecord,
  parseIpNetwork,
} from "./rdap_record.ts";
import { isOtherName } from "../other_name.ts";
import { RegistryError } from "./registry_error.ts";
import type { AddressRule } from "./destination.ts";

/** What a registry says of something. */
export interface RdapResponse<Record> {
  readonly record: Record;
  /** Where the answer came from in the end. */
  readonly url: URL;
  /** The answer as it was sent. */
  readonly json: unknown;
}

export interface RdapClientOptions {
  get: SafeGet;
  bootstrap: Pick<Bootstrap, "forIp" | "forAsn" | "forDomain" | "check">;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const TYPES = ["application/rdap+json", "application/json"];

/**
 * Asks the registries by RDAP (RFC 9082). No answer is kept. A server that is
 * busy or keeps failing is left alone for a while, each for itself.
 *
 * All questions give null where nothing is registered, and throw a
 * `RegistryError`: `no_bootstrap` where it cannot be known whom to ask,
 * `no_server` where there is nobody, `busy` with the time to wait, `resting`
 * within that time, or what else went wrong; and the signal's reason.
 */
export class RdapClient {
  readonly #get: SafeGet;
  readonly #bootstrap: RdapClientOptions["bootstrap"];

  constructor({ get, bootstrap, now }: RdapClientOptions) {
    this.#get = getWithBackoff(get, now);
    this.#bootstrap = bootstrap;
  }

  /** The network that holds an address. */
  async ip(
    ip: IpAddress,
    signal: AbortSignal,
  ): Promise<RdapResponse<IpNetwork> | null> {
    return await this.#network(ip, ip, ip.text, signal);
  }

  /** The smallest network that holds a block (RFC 9082 section 3.1.1). */
  async block(
    cidr: Cidr,
    signal: AbortSignal,
  ): Promise<RdapResponse<IpNetwork> | null> {
    const path = formatCidr(cidr);
    return await this.#network(cidr.address, lastAddress(cidr), path, signal);
  }

  /** An autonomous system. */
  async autnum(
    asn: number,
    signal: AbortSignal,
  ): Promise<RdapResponse<Autnum> | null> {
    const base = await known(this.#bootstrap.forAsn(asn, signal), signal);
    const answer = await this.#ask(base, `autnum/${asn}`, parseAutnum, signal);
    if (answer && !holdsAsn(answer.record, asn)) {
      throw new RegistryError("malformed");
    }
    return answer;
  }

  /** A domain. @throws {RegistryError} `other_name` where the answer is about another one */
  async domain(
    domain: Domain,
    signal: AbortSignal,
  ): Promise<RdapResponse<DomainRecord> | null> {
    const { ascii } = domain;
    const base = await known(this.#bootstrap.forDomain(ascii, signal), signal);
    const path = `domain/${ascii}`;
    const answer = await this.#ask(base, path, parseDomainRecord, signal);
    if (!answer) return null;
    const { ldhName, unicodeName } = answer.record;
    if (isOtherName(domain, ldhName ?? unicodeName)) {
      throw new RegistryError("other_name");
    }
    return answer;
  }

  /** Rejects where it cannot be known of any address or number whom to ask. */
  async check(signal: AbortSignal): Promise<void> {
    await this.#bootstrap.check(signal);
  }

  async #network(
    first: IpAddress,
    last: IpAddress,
    path: string,
    signal: AbortSignal,
  ): Promise<RdapResponse<IpNetwork> | null> {
    const base = await known(this.#bootstrap.forIp(first, signal), signal);
    const answer = await this.#ask(base, `ip/${path}`, parseIpNetwork, signal);
    if (answer && ![first, last].every((ip) => holdsIp(answer.record, ip))) {
      throw new RegistryError("malformed");
    }
    return answer;
  }

  async #ask<Record>(
    base: URL,
    path: string,
    parse: (json: unknown) => Record,
    signal: AbortSignal,
  ): Promise<RdapResponse<Record> | null> {
    // Joined as text: the colons of an address would make it a scheme.
    const answer = await this.#get(new URL(base.href + path), {
      types: TYPES,
      signal,
    });
    const { status, text, url } = answer;
    if (status === 404) return null;
    if (status !== 200) {
      throw new RegistryError("rejected", { cause: `status ${status}` });
    }
    const json = parseJson(text);
    return { record: parse(json), url, json };
  }
}

async function known(
  base: Promise<URL | null>,
  signal: AbortSignal,
): Promise<URL> {
  const url = await base.catch((cause) => {
    signal.throwIfAborted();
    throw new RegistryError("no_bootstrap", { cause });
  });
  if (url === null) throw new RegistryError("no_server");
  return url;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RegistryError("malformed", { cause });
  }
}

/** An answer that does not say what it is about is taken at its word. */
function holdsIp({ startAddress, endAddress }: IpNetwork, ip: IpAddress) {
  return startAddress === null || endAddress === null ||
    (startAddress.family === ip.family &&
      compareIp(startAddress, ip) <= 0 && compareIp(ip, endAddress) <= 0);
}

function holdsAsn({ startAutnum, endAutnum }: Autnum, asn: number) {
  return (startAutnum ?? asn) <= asn && asn <= (endAutnum ?? asn);
}

export interface RdapOptions extends AddressRule {
  /** Where the list of registries is, if not at IANA; the operator's word. */
  bootstrapUrl?: URL;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** An RDAP client that goes where the rule allows. */
export function createRdapClient(
  { bootstrapUrl, now, ...rule }: RdapOptions,
): RdapClient {
  const get = createSafeGet(rule);
  const bootstrap = new Bootstrap({ get, baseUrl: bootstrapUrl, now });
  return new RdapClient({ get, bootstrap, now });
}
