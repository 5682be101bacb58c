import { createLog, type Log } from "../../../../lib/core/log.ts";
import { type IpAddress, parseIp } from "../../../../lib/net/ip_address.ts";
import {
  type DnsResponderOptions,
  startDnsResponder,
} from "../../../../lib/egress/probe/dns_responder.ts";
import type { Responder } from "../../../../lib/egress/probe/probe_port.ts";
import { Sightings } from "../../../../lib/egress/probe/sightings.ts";

export const ZONE = "probe.example.test";

/** The fixed time of the tests' clocks. */
export const NOW_MS = 1000;

/** Parses an address. */
export function ip(text: string): IpAddress {
  const address = parseIp(text);
  if (!address) throw new Error(`${text} is no address`);
  return address;
}

export const ADDRESSES = [ip("192.0.2.1"), ip("::1")];

/** A log, and the lines written to it. */
export function recordingLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const log = createLog({
    level: "debug",
    now: () => NOW_MS,
    write: (line) => lines.push(line),
  });
  return { log, lines };
}

/**
 * Starts a responder of {@link ZONE} on a free port, and asserts that it logs
 * nothing.
 */
export function startProbe(
  options: Partial<DnsResponderOptions> = {},
): Responder & AsyncDisposable & { sightings: Sightings } {
  const { log, lines } = recordingLog();
  const now = () => NOW_MS;
  const sightings = new Sightings({ now });
  const responder = startDnsResponder({
    zone: ZONE,
    port: 0,
    addresses: ADDRESSES,
    sightings,
    now,
    log,
    ...options,
  });
  return {
    ...responder,
    sightings,
    async [Symbol.asyncDispose]() {
      await responder.close();
      if (lines.length > 0) throw new Error(lines.join("\n"));
    },
  };
}
