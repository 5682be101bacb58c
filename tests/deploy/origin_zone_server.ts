import { startDnsResponder } from "../../lib/egress/probe/dns_responder.ts";
import { Sightings } from "../../lib/egress/probe/sightings.ts";
import { Origins } from "../../lib/ipinfo/origins.ts";
import { ip, recordingLog } from "../lib/egress/probe/probe_server.ts";
import { bundledData, openBundled } from "../support/bundled_data.ts";

/** Addresses of a known system. */
export const V4 = "8.8.8.8";
export const V6 = "2001:4860:4860::8888";

/**
 * Starts the server of a zone that tells who announces an address. `prefixes` are those
 * of {@link V4} and {@link V6}.
 *
 * @param port 0 for any that is free
 */
export async function startOrigins(zone: string, port = 0) {
  const tables = await openBundled(bundledData, "country");
  const origins = new Origins(() => tables);
  const now = Date.now;
  const responder = startDnsResponder({
    origin: { zone, origins },
    addresses: [],
    hostname: "127.0.0.1",
    port,
    sightings: new Sightings({ now }),
    now,
    log: recordingLog().log,
  });
  return {
    port: responder.port,
    prefixes: [V4, V6].map((text) => origins.ofAddress(ip(text))?.prefix),
    [Symbol.asyncDispose]: responder.close,
  };
}
