import type { Base } from "./deps.ts";
import type { Config } from "../config.ts";
import {
  describeError,
  LogRateLimiter,
  rateLimitedLog,
} from "../../core/log.ts";
import { ipv6FromWords } from "../../net/ip_address.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import { isBogon } from "../../net/special_blocks.ts";
import { PortChecker } from "../../egress/port_checker.ts";
import {
  ProbePortError,
  type Responder,
} from "../../egress/probe/probe_port.ts";
import { SpeedTest } from "../../egress/speed_test.ts";
import { Sightings } from "../../egress/probe/sightings.ts";
import {
  ProvenHosts,
  type ProvenHostsDeps,
} from "../../egress/proven_hosts.ts";
import { connectingPageHeaders } from "../../egress/page_headers.ts";
import type { Tables } from "../../data/tables.ts";
import type { EgressSetup, InactiveServer } from "../../egress/view/report.ts";

export type EgressServices = Omit<
  Awaited<ReturnType<typeof openEgressServices>>,
  "close"
>;

/**
 * The probe hosts by the family over which a page was loaded: each is of the other
 * family, and null if it is not configured.
 */
export function otherFamilyHosts(
  { V4_URL, V6_URL }: Pick<Config, "V4_URL" | "V6_URL">,
) {
  const hostOf = (family: 4 | 6, url: URL | undefined) =>
    url
      ? {
        setup: { family, origin: url.origin },
        /** With a policy that allows scripts to connect to it. */
        pageHeaders: connectingPageHeaders([url.origin]),
      }
      : null;
  return { 4: hostOf(6, V6_URL), 6: hostOf(4, V4_URL) };
}

export type EgressServiceDeps =
  & Pick<Base, "config" | "now" | "random" | "log" | "connect">
  & {
    resolver: ProvenHostsDeps["resolver"];
    tables: () => Tables;
  };

/**
 * As hex, which compresses to half its length at best: still more than the
 * 1,500 octets of a packet.
 */
const PADDING_BYTES = 1500;

/**
 * Starts the configured responders, and loads no others. If a responder's port
 * is unavailable, logs that and goes on without it: the rest of the service
 * matters more.
 */
export async function openEgressServices(
  { config, now, random, log, connect, resolver, tables }: EgressServiceDeps,
) {
  const { HOST: hostname } = config;
  const { DNS_PROBE_ZONE: zone, DNS_ORIGIN_ZONE: originZone } = config;
  const sightings = new Sightings({ now });
  // Without free file descriptors, which strangers can use up, they fail every
  // second.
  const limitedLog = rateLimitedLog(log, new LogRateLimiter({ now }));
  const off: InactiveServer[] = [];
  const tryStart = async (
    part: InactiveServer["part"],
    start: () => Promise<Responder>,
  ): Promise<Responder | null> => {
    const name = names[part];
    if (typeof Deno.listenDatagram !== "function") {
      log.warn(`${name} is off: this platform has no UDP`);
      off.push({ part, reason: "no_udp" });
      return null;
    }
    try {
      const responder = await start();
      log.info(`${name} is on`, { port: responder.port });
      return responder;
    } catch (error) {
      const reason = error instanceof ProbePortError
        ? error.message
        : describeError(error);
      log.error(`${name} is off`, { error: reason });
      off.push({ part, reason: "not_started" });
      return null;
    }
  };
  const dns = !zone && !originZone ? null : await tryStart(
    "name_server",
    async () => {
      const { startDnsResponder } = await import(
        "../../egress/probe/dns_responder.ts"
      );
      return startDnsResponder({
        zone,
        origin: await originOf(originZone, tables),
        addresses: config.DNS_PROBE_ADDRESSES,
        port: config.DNS_PROBE_PORT,
        hostname,
        sightings,
        now,
        log: limitedLog,
      });
    },
  );
  const startStun = (
    part: "stun" | "second_stun",
    port: number | undefined,
  ) =>
    port === undefined ? null : tryStart(part, async () => {
      const { startStunResponder } = await import(
        "../../egress/probe/stun_responder.ts"
      );
      return startStunResponder({ port, hostname, now, log: limitedLog });
    });
  const stun = [
    await startStun("stun", config.STUN_PORT),
    await startStun("second_stun", config.STUN_SECOND_PORT),
  ].filter((responder) => responder !== null);
  const { V4_URL: v4, V6_URL: v6, V6_LITERAL_URL: literal } = config;
  const provenHosts = new ProvenHosts({
    urls: { v4, v6, literal },
    resolver,
    now,
  });
  return {
    egress: {
      otherFamily: otherFamilyHosts(config),
      /** The probes that are available to a page at `url`. */
      setup: async (url: URL): Promise<EgressSetup> => ({
        v4Origin: v4?.origin ?? null,
        v6Origin: v6?.origin ?? null,
        literalOrigin: literal?.origin ?? null,
        probeZone: dns && zone ? zone : null,
        hasV6NameServer: dns !== null && zone !== undefined &&
          config.DNS_PROBE_ADDRESSES.some(({ family }) => family === 6),
        stunUrls: stunUrls(config, stun, url),
        nat64StunUrl: nat64StunUrl(config, stun),
        sites: config.EGRESS_SITES.length > 0
          ? config.EGRESS_SITES.map(({ href }) => href)
          : ownSites([v4, v6]),
        hasOwnSites: config.EGRESS_SITES.length === 0,
        provenHosts: await provenHosts.names(),
      }),
      /** Configured servers that are not running. */
      off,
      /** Resolvers that queried names with a nonce; null without a name server. */
      sightings: (nonce: string) => dns && zone ? sightings.of(nonce) : null,
      /** Makes a response larger than one packet, even when compressed. */
      padding: random(PADDING_BYTES).toHex(),
    },
    portChecker: new PortChecker({
      trustedProxies: PrefixSet.from(config.TRUSTED_PROXIES),
      connect,
    }),
    /** Null if it is off. */
    speedTest: config.SPEED_TEST === "on" ? new SpeedTest({ random }) : null,
    async close() {
      await Promise.all([dns, ...stun].map((responder) => responder?.close()));
    },
  };
}

/**
 * The service's own hosts, where the operator names no other sites. The page's own has
 * no origin here: a proxy may have changed it.
 */
function ownSites(urls: readonly (URL | undefined)[]): string[] {
  const origins = new Set(urls.flatMap((url) => url?.origin ?? []));
  return ["", ...origins].map((origin) => `${origin}/api/egress/exit`);
}

/** What the zone of origins needs; its code is not loaded without one. */
async function originOf(
  zone: string | undefined,
  tables: EgressServiceDeps["tables"],
) {
  if (!zone) return undefined;
  const { Origins } = await import("../../ipinfo/origins.ts");
  return { zone, origins: new Origins(tables) };
}

/** For the log. */
const names: Record<InactiveServer["part"], string> = {
  name_server: "the name server",
  stun: "the STUN server",
  second_stun: "the STUN server's second port",
};

/**
 * The operator's URLs take precedence, because clients may need another host or
 * port.
 */
function stunUrls(
  { STUN_URLS, BASE_URL }: EgressServiceDeps["config"],
  stun: readonly Responder[],
  url: URL,
): string[] {
  if (STUN_URLS.length > 0) return STUN_URLS;
  const { hostname } = BASE_URL ?? url;
  return stun.map(({ port }) => `stun:${hostname}:${port}`);
}

/**
 * An IPv4 address of the STUN server within the well-known prefix, which must
 * not hold addresses that are not public (RFC 6052 section 3.1).
 */
function nat64StunUrl(
  { DNS_PROBE_ADDRESSES }: EgressServiceDeps["config"],
  [stun]: readonly Responder[],
): string | null {
  const ip = DNS_PROBE_ADDRESSES.find((ip) => ip.family === 4 && !isBogon(ip));
  if (ip?.family !== 4 || !stun) return null;
  const { text } = ipv6FromWords([0x64ff9b, 0, 0, ip.value]);
  return `stun:[${text}]:${stun.port}`;
}
