import * as z from "zod";
import { cidrContains, parseCidr } from "../../net/cidr.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { withDeadline } from "../../core/deadline.ts";
import { RegistryError } from "./registry_error.ts";
import type { SafeGet } from "./safe_get.ts";

/** A bootstrap file (RFC 9224 section 3). Drops malformed services. */
const FILE = z.object({
  services: z.array(z.unknown()).transform((services) =>
    services.flatMap((service) => SERVICE.safeParse(service).data ?? [])
  ),
});

const TEXTS = z.array(z.string());
/**
 * The entries of a service, and the servers that serve all of them; for tags,
 * after the contacts of who registered them (RFC 8521 section 3).
 */
const SERVICE = z.union([
  z.tuple([TEXTS, TEXTS]),
  z.tuple([TEXTS, TEXTS, TEXTS]).transform(([, tags, urls]) =>
    [tags, urls] as const
  ),
]).transform(([entries, urls]) => ({ entries, base: baseOf(urls) }));

interface Registered<Key> {
  readonly key: Key;
  readonly base: URL;
}

/** Finds the base URL of the server for a target; null if there is none. */
type Servers<Target> = (target: Target) => URL | null;

/**
 * Parses `ipv4.json` or `ipv6.json`: the longest prefix wins.
 *
 * @throws {z.ZodError} for anything but a bootstrap file
 */
export function parseAddressServers(json: unknown): Servers<IpAddress> {
  const entries = registered(json, parseCidr);
  entries.sort((a, b) => b.key.prefixLength - a.key.prefixLength);
  return (ip) =>
    entries.find(({ key }) => cidrContains(key, ip))?.base ??
      null;
}

/**
 * Parses `asn.json`, whose ranges do not overlap.
 *
 * @throws {z.ZodError} for anything but a bootstrap file
 */
export function parseAsnServers(json: unknown): Servers<number> {
  const entries = registered(json, parseAsnRange);
  return (asn) =>
    entries.find(({ key }) => key.first <= asn && asn <= key.last)?.base ??
      null;
}

/**
 * Parses `dns.json`, for names of A-labels in lower case: the entry with the
 * most labels wins.
 *
 * @throws {z.ZodError} for anything but a bootstrap file
 */
export function parseDomainServers(json: unknown): Servers<string> {
  const entries = registered(json, (text) => text.toLowerCase());
  const bases = new Map(entries.map(({ key, base }) => [key, base]));
  return (name) => {
    const found = name.split(".")
      .map((_, i, labels) => labels.slice(i).join("."))
      .find((suffix) => bases.has(suffix));
    return found === undefined ? null : bases.get(found)!;
  };
}

/**
 * Parses `object-tags.json`: the tag follows the last hyphen of a handle.
 *
 * @throws {z.ZodError} for anything but a bootstrap file
 */
export function parseTagServers(json: unknown): Servers<string> {
  const entries = registered(json, (text) => text.toUpperCase());
  const bases = new Map(entries.map(({ key, base }) => [key, base]));
  return (handle) =>
    bases.get(handle.slice(handle.lastIndexOf("-") + 1).toUpperCase()) ?? null;
}

function registered<Key>(
  json: unknown,
  parseKey: (text: string) => Key | null,
): Registered<Key>[] {
  return FILE.parse(json).services.flatMap(({ entries, base }) =>
    base === null ? [] : entries.flatMap((text) => {
      const key = parseKey(text);
      return key === null ? [] : { key, base };
    })
  );
}

/** The first HTTPS server, else the first HTTP server. */
function baseOf(urls: readonly string[]): URL | null {
  const bases = urls.flatMap((text) =>
    URL.parse(text.endsWith("/") ? text : `${text}/`) ?? []
  );
  return bases.find(({ protocol }) => protocol === "https:") ??
    bases.find(({ protocol }) => protocol === "http:") ?? null;
}

/** `64496-64511`, or a single number. */
function parseAsnRange(text: string) {
  const match = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(text);
  if (!match) return null;
  const first = Number(match[1]);
  return { first, last: Number(match[2] ?? first) };
}

interface BootstrapOptions {
  get: SafeGet;
  /** The folder of the files. Set by the operator, so it is trusted. */
  baseUrl?: URL;
  now: () => number;
}

/** Where IANA keeps the files of RFC 9224. */
const IANA = "https://data.iana.org/rdap/";
const LIFETIME_MS = 86_400_000;
const RETRY_MS = 300_000;
/**
 * Longer than a request waits: a file that arrives late serves the next
 * request.
 */
const LOAD_TIMEOUT_MS = 15_000;
const MAX_BYTES = 4 << 20;
const TYPES = ["application/json", "application/rdap+json"];

/**
 * Finds the RDAP server for a target by the bootstrap files of RFC 9224. Loads
 * each file when it is first needed.
 */
export class Bootstrap {
  readonly #v4: BootstrapFile<IpAddress>;
  readonly #v6: BootstrapFile<IpAddress>;
  readonly asns: BootstrapFile<number>;
  readonly domains: BootstrapFile<string>;
  readonly handles: BootstrapFile<string>;

  constructor({ get, baseUrl = new URL(IANA), now }: BootstrapOptions) {
    const folder = new URL(baseUrl);
    if (!folder.pathname.endsWith("/")) folder.pathname += "/";
    const file = <T>(name: string, parse: (json: unknown) => Servers<T>) =>
      new BootstrapFile({ get, url: new URL(name, folder), parse, now });
    this.#v4 = file("ipv4.json", parseAddressServers);
    this.#v6 = file("ipv6.json", parseAddressServers);
    this.asns = file("asn.json", parseAsnServers);
    this.domains = file("dns.json", parseDomainServers);
    this.handles = file("object-tags.json", parseTagServers);
  }

  addresses(family: 4 | 6): BootstrapFile<IpAddress> {
    return family === 4 ? this.#v4 : this.#v6;
  }

  /**
   * Resolves if at least one file for addresses or AS numbers can be loaded.
   */
  async check(signal: AbortSignal): Promise<void> {
    const files = [this.#v4, this.#v6, this.asns];
    await Promise.any(files.map((file) => file.read(signal)));
  }
}

interface BootstrapFileOptions<Target> {
  get: SafeGet;
  url: URL;
  parse: (json: unknown) => Servers<Target>;
  now: () => number;
}

/**
 * One file, cached for a day. The old copy stays in use until a new one is
 * loaded.
 */
class BootstrapFile<Target> {
  /** Continues even if the request that started it is aborted. */
  #loading: Promise<Servers<Target>> | undefined;
  #cached: Servers<Target> | null = null;
  #failure: unknown = null;
  /** When to load again, in milliseconds since the epoch. */
  #dueAt = -Infinity;

  constructor(private readonly options: BootstrapFileOptions<Target>) {}

  /**
   * The base URL of the server for a target; null if there is none.
   *
   * @throws {RegistryError} if the file cannot be loaded; the signal's reason
   */
  async find(target: Target, signal: AbortSignal): Promise<URL | null> {
    return (await this.read(signal))(target);
  }

  async read(signal: AbortSignal): Promise<Servers<Target>> {
    signal.throwIfAborted();
    const isDue = this.options.now() >= this.#dueAt;
    if (this.#cached !== null) {
      // `#load` has recorded the failure.
      if (isDue) this.#refresh().catch(() => {});
      return this.#cached;
    }
    if (!isDue) throw this.#failure;
    return await withDeadline(LOAD_TIMEOUT_MS, () => this.#refresh(), signal);
  }

  #refresh(): Promise<Servers<Target>> {
    return this.#loading ??= this.#load()
      .finally(() => this.#loading = undefined);
  }

  async #load(): Promise<Servers<Target>> {
    const { now } = this.options;
    try {
      const loaded = await withDeadline(
        LOAD_TIMEOUT_MS,
        (signal) => this.#fetch(signal),
      );
      this.#cached = loaded;
      this.#dueAt = now() + LIFETIME_MS;
      return loaded;
    } catch (error) {
      this.#failure = error instanceof RegistryError
        ? error
        : new RegistryError("unreachable", { cause: error });
      this.#dueAt = now() + RETRY_MS;
      throw this.#failure;
    }
  }

  async #fetch(signal: AbortSignal): Promise<Servers<Target>> {
    const { get, url, parse } = this.options;
    const { status, text } = await get(url, {
      types: TYPES,
      maxBytes: MAX_BYTES,
      isTrusted: true,
      signal,
    });
    if (status !== 200) throw new RegistryError("rejected");
    try {
      return parse(JSON.parse(text));
    } catch (cause) {
      throw new RegistryError("malformed", { cause });
    }
  }
}
