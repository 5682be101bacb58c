import { parseJson } from "../../core/json.ts";
import { type Cidr, formatCidr, lastAddress } from "../../net/cidr.ts";
import { compareIp, type IpAddress } from "../../net/ip_address.ts";
import type { Domain } from "../../net/domain.ts";
import { Bootstrap } from "./bootstrap.ts";
import { createSafeGet, getWithBackoff, type SafeGet } from "./safe_get.ts";
import {
  type Autnum,
  type DomainRecord,
  type EntityRecord,
  type IpNetwork,
  parseAutnum,
  parseDomainRecord,
  parseEntityRecord,
  parseIpNetwork,
} from "./rdap_record.ts";
import { rejectRefusal } from "../whois_labels.ts";
import { isOtherName } from "../whois_target.ts";
import { RegistryError, withResponse } from "./registry_error.ts";
import type { AddressRule } from "./destination.ts";

export interface RdapResponse<Record> {
  readonly record: Record;
  /** The final URL, after redirects. */
  readonly url: URL;
  /** The response as the server sent it. */
  readonly json: unknown;
}

/** Null if nothing is registered. */
type Found<Record> = RdapResponse<Record> | null;

interface RdapClientOptions {
  get: SafeGet;
  bootstrap: Bootstrap;
  now: () => number;
}

const TYPES = ["application/rdap+json", "application/json"];

/**
 * Queries registries over RDAP (RFC 9082). Caches no responses. Pauses queries
 * to a server that is busy or keeps failing, without affecting others.
 *
 * Each query resolves to null if nothing is registered, and rejects with a
 * `RegistryError`: `no_bootstrap` if the bootstrap file cannot be loaded,
 * `no_server` if no registry is responsible, `busy` with the time to wait,
 * `paused` during that time, or another code; or with the signal's reason.
 */
export class RdapClient {
  readonly #get: SafeGet;
  readonly #bootstrap: Bootstrap;

  constructor({ get, bootstrap, now }: RdapClientOptions) {
    this.#get = getWithBackoff(get, now);
    this.#bootstrap = bootstrap;
  }

  /** The network that contains an address. */
  async ip(ip: IpAddress, signal: AbortSignal): Promise<Found<IpNetwork>> {
    return await this.#network(ip, ip, ip.text, signal);
  }

  /** The smallest network that contains a block (RFC 9082 section 3.1.1). */
  async block(cidr: Cidr, signal: AbortSignal): Promise<Found<IpNetwork>> {
    const path = formatCidr(cidr);
    return await this.#network(cidr.address, lastAddress(cidr), path, signal);
  }

  async autnum(asn: number, signal: AbortSignal): Promise<Found<Autnum>> {
    const server = this.#bootstrap.asns.find(asn, signal);
    const parse = (json: unknown) => {
      const record = parseAutnum(json);
      if (!holdsAsn(record, asn)) throw new RegistryError("malformed");
      return record;
    };
    return await this.#query(server, `autnum/${asn}`, parse, signal);
  }

  /**
   * A domain.
   *
   * @throws {RegistryError} `other_name` if the response is about another
   * domain
   */
  async domain(
    domain: Domain,
    signal: AbortSignal,
  ): Promise<Found<DomainRecord>> {
    const { ascii } = domain;
    const server = this.#bootstrap.domains.find(ascii, signal);
    const parse = (json: unknown) => {
      const record = parseDomainRecord(json);
      const { ldhName, unicodeName } = record;
      const name = ldhName ?? unicodeName;
      if (isOtherName(domain, name)) throw new RegistryError("other_name");
      if (name === null && isEmpty(record)) {
        throw new RegistryError("malformed");
      }
      return record;
    };
    return await this.#query(server, `domain/${ascii}`, parse, signal);
  }

  /**
   * A person or organization, by a handle with its registry's tag (RFC 8521).
   *
   * @throws {RegistryError} `malformed` if the response is about another handle
   */
  async entity(
    handle: string,
    signal: AbortSignal,
  ): Promise<Found<EntityRecord>> {
    const server = this.#bootstrap.handles.find(handle, signal);
    const parse = (json: unknown) => {
      const record = parseEntityRecord(json);
      if (!isHandle(handle, record.handle)) {
        throw new RegistryError("malformed");
      }
      return record;
    };
    return await this.#query(server, `entity/${handle}`, parse, signal);
  }

  /** Rejects if no bootstrap file for addresses or AS numbers can be loaded. */
  async check(signal: AbortSignal): Promise<void> {
    await this.#bootstrap.check(signal);
  }

  async #network(
    first: IpAddress,
    last: IpAddress,
    path: string,
    signal: AbortSignal,
  ): Promise<Found<IpNetwork>> {
    const server = this.#bootstrap.addresses(first.family).find(first, signal);
    const parse = (json: unknown) => {
      const record = parseIpNetwork(json);
      if (![first, last].every((ip) => holdsIp(record, ip))) {
        throw new RegistryError("malformed");
      }
      return record;
    };
    return await this.#query(server, `ip/${path}`, parse, signal);
  }

  async #query<Record>(
    server: Promise<URL | null>,
    path: string,
    parse: (json: unknown) => Record,
    signal: AbortSignal,
  ): Promise<Found<Record>> {
    const base = await requireServer(server, signal);
    // Concatenated, because as a relative URL the colons of an IPv6 address
    // would make a scheme.
    const response = await this.#get(new URL(base.href + path), {
      types: TYPES,
      signal,
    });
    const { status, text, url } = response;
    if (status === 404 && isOfRegistry(text)) return null;
    if (status !== 200) {
      throw new RegistryError("rejected", { cause: `status ${status}` });
    }
    try {
      const json = parseJson(text);
      return { record: parse(json), url, json };
    } catch (error) {
      throw withResponse(error, { source: "rdap", server: url.hostname, text });
    }
  }
}

async function requireServer(
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

/**
 * Whether a 404 has no body (RFC 7480 section 5.3) or an RDAP error (RFC 9083
 * section 6). Any other comes from a gateway and says nothing about the target.
 */
function isOfRegistry(text: string): boolean {
  const { errorCode, rdapConformance, title, description } = Object(
    parseJson(text),
  );
  rejectRefusal([title, description].flat().map(String));
  // Another code, such as 429, is why the query was refused.
  return text.trim() === "" ||
    (errorCode === undefined
      ? rdapConformance !== undefined
      : Number(errorCode) === 404);
}

/** Whether the response says nothing about the object. */
function isEmpty(record: DomainRecord): boolean {
  const { status, timeline, entities, nameservers } = record;
  return [status, timeline, entities, nameservers].every(({ length }) =>
    length === 0
  );
}

/** True if the response does not give its range. */
function holdsIp({ startAddress, endAddress }: IpNetwork, ip: IpAddress) {
  return startAddress === null || endAddress === null ||
    (compareIp(startAddress, ip) <= 0 && compareIp(ip, endAddress) <= 0);
}

function holdsAsn({ startAutnum, endAutnum }: Autnum, asn: number) {
  return (startAutnum ?? asn) <= asn && asn <= (endAutnum ?? asn);
}

/** Some registries leave out the tag. True if there is no handle. */
function isHandle(asked: string, given: string | null): boolean {
  const whole = asked.toUpperCase();
  const text = given?.toUpperCase() ?? whole;
  return text === whole || text === whole.slice(0, whole.lastIndexOf("-"));
}

interface RdapOptions extends AddressRule {
  /**
   * Where to find the bootstrap files if not at IANA. Set by the operator, so
   * it is trusted.
   */
  bootstrapUrl?: URL;
  now: () => number;
}

/** An RDAP client that connects only to addresses that the rule allows. */
export function createRdapClient(
  { bootstrapUrl, now, ...rule }: RdapOptions,
): RdapClient {
  const get = createSafeGet(rule);
  const bootstrap = new Bootstrap({ get, baseUrl: bootstrapUrl, now });
  return new RdapClient({ get, bootstrap, now });
}
