import { DnsClient } from "../../../../lib/dns/dns_client.ts";
import { startUnbound } from "../../../support/unbound.ts";
import { startProbe, ZONE } from "./probe_server.ts";

/*
 * Runs in its own network namespace, because resolvers follow delegations to
 * port 53 only. Both resolvers know the zone's server only by its IPv4 address.
 */

async function resolve(nonce: string, settings: readonly string[]) {
  await using probe = startProbe({ port: 53 });
  await using unbound = await startUnbound({
    zone: ZONE,
    servers: ["127.0.0.1@53"],
    settings,
  });
  using client = new DnsClient({ nameServers: [unbound], now: () => 1000 });
  const { rcode, records } = await client.query(`v6.${nonce}.${ZONE}`, "A");
  const seen = probe.sightings.of(nonce).filter(({ isV6Only }) => isV6Only);
  return {
    rcode,
    data: records.map(({ data }) => data),
    families: [...new Set(seen.map(({ family }) => family))],
  };
}

console.log(JSON.stringify({
  withIpv6: await resolve("0123456789abcdef-6", []),
  withoutIpv6: await resolve("0123456789abcdef-4", ["do-ip6: no"]),
}));
