import type { Config } from "../config.ts";
import {
  describeError,
  type Log,
  LogRateLimiter,
  rateLimitedLog,
} from "../../core/log.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import { type Connect, PortChecks } from "../../egress/port_checks.ts";
import {
  ProbePortError,
  type Responder,
} from "../../egress/probe/probe_port.ts";
import { type Sighting, Sightings } from "../../egress/probe/sightings.ts";
import type { EgressSetup } from "../../egress/view/report.ts";

/** What the egress page is answered by. */
export interface EgressServices {
  egress: EgressService;
  portChecks: PortChecks;
}

export interface EgressService {
  /** What works here, for a page that was asked for at `url`. */
  setup(url: URL): EgressSetup;
  /** Resolvers that asked for names of a nonce; null where no name server runs. */
  sightings(nonce: string): Sighting[] | null;
  /** What makes an answer longer than one packet, and no packer makes short again. */
  readonly padding: string;
}

export interface EgressServiceDeps {
  config: Pick<
    Config,
    | "HOST"
    | "BASE_URL"
    | "V4_URL"
    | "V6_URL"
    | "V6_LITERAL_URL"
    | "DNS_PROBE_ZONE"
    | "DNS_PROBE_PORT"
    | "DNS_PROBE_ADDRESSES"
    | "STUN_PORT"
    | "STUN_URLS"
    | "EGRESS_SITES"
    | "TRUSTED_PROXIES"
  >;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Bytes that nobody can guess. */
  random: (bytes: number) => Uint8Array;
  log: Log;
  connect?: Connect;
}

/** Half a byte a character is the shortest they can be packed, which still is more than a packet's 1,500. */
const PADDING_BYTES = 1500;

/**
 * Builds them, and starts the responders that are configured; of others nothing
 * is loaded. One whose port cannot be had is a line in the log and off: the rest
 * of the service is worth more than it.
 */
export async function openEgressServices(
  { config, now, random, log, connect }: EgressServiceDeps,
): Promise<EgressServices & { close(): Promise<void> }> {
  const { HOST: hostname } = config;
  const zone = config.DNS_PROBE_ZONE;
  const sightings = new Sightings({ now });
  // Without file descriptors, which strangers can hold open, they fail every second.
  const sparing = rateLimitedLog(log, new LogRateLimiter({ now }));
  const dns = zone === undefined ? null : await started(
    "the name server of the probe zone",
    async () => {
      const { startDnsResponder } = await import(
        "../../egress/probe/dns_responder.ts"
      );
      return startDnsResponder({
        zone,
        addresses: config.DNS_PROBE_ADDRESSES,
        port: config.DNS_PROBE_PORT,
        hostname,
        sightings,
        now,
        log: sparing,
      });
    },
    log,
  );
  const stunPort = config.STUN_PORT;
  const stun = stunPort === undefined ? null : await started(
    "the STUN server",
    async () => {
      const { startStunResponder } = await import(
        "../../egress/probe/stun_responder.ts"
      );
      return startStunResponder({
        port: stunPort,
        hostname,
        now,
        log: sparing,
      });
    },
    log,
  );
  return {
    egress: {
      setup: (url) => ({
        v4Origin: config.V4_URL?.origin ?? null,
        v6Origin: config.V6_URL?.origin ?? null,
        literalOrigin: config.V6_LITERAL_URL?.origin ?? null,
        probeZone: dns && zone ? zone : null,
        hasV6NameServer: dns !== null &&
          config.DNS_PROBE_ADDRESSES.some(({ family }) => family === 6),
        stunUrls: stunUrls(config, stun, url),
        sites: config.EGRESS_SITES.map(({ href }) => href),
      }),
      sightings: (nonce) => dns && sightings.of(nonce),
      padding: random(PADDING_BYTES).toHex(),
    },
    portChecks: new PortChecks({
      trustedProxies: PrefixSet.from(config.TRUSTED_PROXIES),
      connect,
    }),
    async close() {
      await Promise.all([dns?.close(), stun?.close()]);
    },
  };
}

/** Null where it has no port: one that is taken, or that takes rights this process lacks. */
async function started(
  what: string,
  start: () => Promise<Responder>,
  log: Log,
): Promise<Responder | null> {
  try {
    const responder = await start();
    log.info(`${what} is on`, { port: responder.port });
    return responder;
  } catch (error) {
    const reason = error instanceof ProbePortError
      ? error.message
      : describeError(error);
    log.error(`${what} is off`, { error: reason });
    return null;
  }
}

/** The operator's word goes first: clients may have to ask another host or port than the one here. */
function stunUrls(
  { STUN_URLS, BASE_URL }: EgressServiceDeps["config"],
  stun: Responder | null,
  url: URL,
): string[] {
  if (STUN_URLS.length > 0 || stun === null) return STUN_URLS;
  return [`stun:${(BASE_URL ?? url).hostname}:${stun.port}`];
}
