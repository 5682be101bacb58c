import assert from "node:assert/strict";
import {
  anycastDns,
  anycastService,
  anycastServices,
} from "../../../lib/net/anycast.ts";
import { ip } from "../../support/address.ts";
import { cidrContains, lastAddress } from "../../../lib/net/cidr.ts";
import { words } from "../../support/tables.ts";
import samples from "./anycast.json" with { type: "json" };

/** Asserts the kind and the country of the operator of an address. */
function assertDns(text: string, kind: string, country: string) {
  const found = anycastDns(ip(text));
  assert.deepEqual([found?.kind, found?.countryCode], [kind, country], text);
}

Deno.test("anycastDns - resolvers and root servers, with the country of their operator in both families, and null for others", () => {
  for (const [code, texts] of Object.entries(samples.resolvers)) {
    for (const text of texts.split(" ")) assertDns(text, "resolver", code);
  }
  // From a to m, as root-servers.org lists them.
  for (const [v4, v6, code] of samples.rootServers) {
    for (const text of [v4, v6]) assertDns(text, "root", code);
  }
  // The last is www of Yandex, next to its resolvers.
  const texts = words`8.8.9.8 1.1.0.255 10.8.8.8 2606:4700::1 4.2.3.1
    2a02:6b8::2:242`;
  for (const text of texts) assert.equal(anycastDns(ip(text)), null, text);
});

Deno.test("anycastServices - the blocks of DNS services are the narrowest that routers accept, and no block is in another one", () => {
  for (const service of anycastServices()) {
    if (service.kind === "network") continue;
    for (const { address, prefixLength } of service.blocks) {
      assert.equal(prefixLength, address.family === 4 ? 24 : 48, address.text);
      assert.equal(anycastDns(address), service, address.text);
    }
  }
  const lists = [true, false].flatMap((isDns) =>
    [4, 6].map((family) =>
      anycastServices()
        .filter(({ kind }) => (kind !== "network") === isDns)
        .flatMap(({ blocks }) => blocks)
        .filter(({ address }) => address.family === family)
    )
  );
  for (const blocks of lists) {
    assert(blocks.length > 15);
    for (const block of blocks) {
      assert(cidrContains(block, lastAddress(block)), block.address.text);
      const around = blocks.filter((one) => cidrContains(one, block.address));
      assert.deepEqual(around, [block], block.address.text);
    }
  }
});

Deno.test("anycastService - by blocks, or by the system that announces the address", () => {
  const cases: [address: string, asn: number | undefined, operator?: string][] =
    [
      ["104.16.1.1", undefined, "Cloudflare"],
      ["2606:4700::6810:84e5", 13335, "Cloudflare"],
      // A resolver within a block of its network.
      ["2606:4700:4700::1111", 13335, "Cloudflare"],
      ["151.101.1.1", 54113, "Fastly"],
      ["151.101.1.1", undefined],
      ["151.101.1.1", 64500],
      // Where users of Cloudflare's VPN are, and its connections to origins.
      ["104.28.1.1", 13335],
      ["172.70.1.1", 13335],
      ["2a09:bac1::1", 13335],
      // One point of presence.
      ["23.235.33.1", 54113],
      // Blocks whose places their network's geofeed states.
      ["91.246.30.70", 40806],
      ["2602:f4d9:5::1", 40806],
      ["2602:f4d9:3::1", 40806, "GrapheneOS"],
      ["75.2.60.5", 16509, "AWS Global Accelerator"],
      ["52.94.76.1", 16509],
      ["76.76.21.21", 16509, "Vercel"],
      ["13.107.42.14", 8068, "Microsoft"],
      ["20.50.2.1", 8075],
    ];
  for (const [text, asn, operator] of cases) {
    const found = anycastService(ip(text), asn)?.operator;
    assert.equal(found, operator, `${text} of ${asn}`);
  }
  const resolver = anycastService(ip("2606:4700:4700::1111"));
  assert.equal(resolver?.kind, "resolver");
});
