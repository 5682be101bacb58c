import { INTERNAL_CLIENT } from "../core/fair_queue.ts";
import { withDeadline } from "../core/deadline.ts";
import type { Resolver } from "../dns/resolver.ts";
import {
  bindingRequest,
  isBindingResponse,
} from "../egress/probe/stun_message.ts";
import { hasAddress } from "../egress/proven_hosts.ts";
import { parseIp } from "../net/ip_address.ts";
import type { HostEvidence, ProbeEvidence } from "./setup.ts";

/** How long findings are shown again, so that reloading the page repeats no check. */
const VALID_MS = 10_000;

const TIMEOUT_MS = 2_000;

export interface SetupChecksDeps {
  config: {
    readonly V4_URL?: URL;
    readonly V6_URL?: URL;
    readonly DNS_PROBE_ZONE?: string;
    readonly STUN_PORT?: number;
    readonly STUN_SECOND_PORT?: number;
    readonly STUN_URLS: readonly string[];
    readonly HOST: string;
  };
  resolver: Pick<Resolver, "addresses">;
  /** The queries that the name server of the probe zone got; null if it isn't running. */
  egress: { sightings(nonce: string): readonly unknown[] | null };
  now: () => number;
  random: (bytes: number) => Uint8Array;
  timeoutMs?: number;
}

/**
 * Checks whether what the operator configured works: asks the configured hosts, the
 * probe zone and the STUN servers, and nothing else. Concurrent calls share one check.
 */
export class SetupChecks {
  #latest: Promise<ProbeEvidence> | null = null;
  /** When the latest ended; null while it runs. */
  #endedMs: number | null = null;

  constructor(private readonly deps: SetupChecksDeps) {}

  /** What the checks found, at most ten seconds ago. Never rejects. */
  evidence(): Promise<ProbeEvidence> {
    const { now } = this.deps;
    const ageMs = this.#endedMs === null ? 0 : now() - this.#endedMs;
    // The clock may have been set back.
    if (this.#latest && ageMs >= 0 && ageMs < VALID_MS) return this.#latest;
    this.#endedMs = null;
    return this.#latest = gather(this.deps).finally(() =>
      this.#endedMs = now()
    );
  }
}

async function gather(deps: SetupChecksDeps): Promise<ProbeEvidence> {
  const { V4_URL, V6_URL } = deps.config;
  const [v4, v6, zone, stun] = await Promise.all([
    V4_URL ? hostEvidence(deps, V4_URL) : null,
    V6_URL ? hostEvidence(deps, V6_URL) : null,
    zoneEvidence(deps),
    Promise.all(stunServers(deps).map((server) => stunEvidence(deps, server))),
  ]);
  return { v4, v6, zone, stun };
}

/** Whether a name has addresses of each family. */
function hasAddresses(
  { resolver, timeoutMs = TIMEOUT_MS }: SetupChecksDeps,
  name: string,
) {
  return Promise.all(
    ([4, 6] as const).map((family) =>
      hasAddress(resolver, name, family, timeoutMs)
    ),
  );
}

async function hostEvidence(
  deps: SetupChecksDeps,
  { hostname }: URL,
): Promise<HostEvidence> {
  const host = unbracketed(hostname);
  const ip = parseIp(host);
  if (ip) return { host, hasV4: ip.family === 4, hasV6: ip.family === 6 };
  const [hasV4, hasV6] = await hasAddresses(deps, host);
  return { host, hasV4, hasV6 };
}

async function zoneEvidence(
  deps: SetupChecksDeps,
): Promise<ProbeEvidence["zone"]> {
  const { config: { DNS_PROBE_ZONE: zone }, egress, random } = deps;
  if (zone === undefined) return null;
  const nonce = random(10).toHex();
  if (egress.sightings(nonce) === null) return null;
  const name = `${nonce}.${zone}`;
  // The zone may have addresses of one family only.
  const answers = await hasAddresses(deps, name);
  return {
    wasSeen: (egress.sightings(nonce) ?? []).length > 0,
    hasAnswer: answers.includes(true),
  };
}

interface StunServer {
  url: string;
  host: string;
  /** Null if it can't be asked: it uses TLS. */
  port: number | null;
}

/** The servers that browsers use: the operator's own, or the responders here. */
function stunServers({ config }: SetupChecksDeps): StunServer[] {
  const { STUN_URLS, STUN_PORT, STUN_SECOND_PORT, HOST } = config;
  if (STUN_URLS.length > 0) {
    return STUN_URLS.map((url) => {
      const [, secure, host, port] =
        /^stun(s?):(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?/.exec(url) ?? [];
      return {
        url,
        host: unbracketed(host ?? ""),
        port: secure ? null : Number(port ?? 3478),
      };
    });
  }
  const host = HOST === "::" || HOST === "0.0.0.0" ? "127.0.0.1" : HOST;
  return [STUN_PORT, STUN_SECOND_PORT].filter((port) => port !== undefined)
    .map((port) => ({ url: `stun:${host}:${port}`, host, port }));
}

async function stunEvidence(
  deps: SetupChecksDeps,
  { url, host, port }: StunServer,
): Promise<ProbeEvidence["stun"][number]> {
  const { resolver, random, timeoutMs = TIMEOUT_MS } = deps;
  if (port === null || typeof Deno.listenDatagram !== "function") {
    return { url, isAnswered: null };
  }
  try {
    await withDeadline(timeoutMs, async (signal) => {
      const own = parseIp(host);
      const found = own ? [own] : await Promise.any(
        ([4, 6] as const).map(async (family) => {
          const { ips } = await resolver.addresses(host, family, {
            client: INTERNAL_CLIENT,
            signal,
          });
          if (ips.length === 0) throw new Error("no address");
          return ips;
        }),
      );
      await exchangeStun(found[0], port, random(12), signal);
    });
    return { url, isAnswered: true };
  } catch {
    return { url, isAnswered: false };
  }
}

/** Sends a binding request, and waits for its response. Rejects if the signal aborts. */
async function exchangeStun(
  { text, family }: { text: string; family: 4 | 6 },
  port: number,
  transactionId: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const socket = Deno.listenDatagram({
    transport: "udp",
    hostname: family === 4 ? "0.0.0.0" : "::",
    port: 0,
  });
  const close = () => {
    try {
      socket.close();
    } catch {
      // It is closed already.
    }
  };
  signal.addEventListener("abort", close);
  try {
    await socket.send(bindingRequest(transactionId), {
      transport: "udp",
      hostname: text,
      port,
    });
    while (true) {
      const [bytes] = await socket.receive();
      if (isBindingResponse(bytes, transactionId)) return;
    }
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

function unbracketed(host: string): string {
  return host.startsWith("[") ? host.slice(1, -1) : host;
}
