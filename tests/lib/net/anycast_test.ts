import assert from "node:assert/strict";
import {
  anycastDns,
  anycastService,
  anycastServices,
} from "../../../lib/net/anycast.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";
import { cidrContains, lastAddress } from "../../../lib/net/cidr.ts";

function countryOf(text: string): string | undefined {
  const ip = parseIp(text);
  assert(ip, text);
  return anycastDns(ip)?.countryCode;
}

/** The addresses that the operators publish, by the country of the operator. */
const resolvers: Record<string, string> = {
  CA:
    "76.76.2.0 76.76.10.11 2606:1a40:: 2606:1a40:1::11 149.112.121.10 149.112.122.20 2620:10a:80bb::10 2620:10a:80bc::20",
  CH:
    "9.9.9.9 9.9.9.11 149.112.112.112 149.112.112.10 2620:fe::fe 2620:fe::11 2620:fe::fe:9",
  CN:
    "114.114.114.114 114.114.115.115 223.5.5.5 223.6.6.6 2400:3200::1 2400:3200:baba::1 119.29.29.29 2402:4e00:: 2402:4e00:1:: 180.76.76.76 2400:da00::6666 1.2.4.8 210.2.4.8 2001:dc7:1000::1",
  CY: "94.140.14.14 94.140.15.15 94.140.14.140 2a10:50c0::ad1:ff",
  CZ: "86.54.11.1 86.54.11.100 2a13:1001::86:54:11:1",
  DE: "185.222.222.222 45.11.45.11 2a09:: 2a11::",
  DK: "91.239.100.100 2001:67c:28a4::",
  LU: "95.85.95.85 2.56.220.2",
  RU: "77.88.8.8 77.88.8.1 77.88.8.88",
  SE: "194.242.2.2 194.242.2.9 2a07:e340::2",
  TW: "101.101.101.101 101.102.103.104 2001:de4::101",
  US:
    "8.8.8.8 8.8.4.4 2001:4860:4860::8888 2001:4860:4860::8844 2001:4860:4860::6464 1.1.1.1 1.0.0.1 1.1.1.3 2606:4700:4700::1111 2606:4700:4700::64 208.67.222.222 208.67.220.220 208.67.222.123 146.112.41.2 2620:119:35::35 2620:119:53::53 2620:119:fc::2 45.90.28.0 45.90.30.0 2a07:a8c0:: 2a07:a8c1:: 185.228.168.9 185.228.169.168 2a0d:2a00:1::2 2a0d:2a00:2::2 4.2.2.1 4.2.2.6 209.244.0.3 74.82.42.42 2001:470:20::2 64.6.64.6 64.6.65.6 156.154.70.1 156.154.71.5 2610:a1:1018::1 2620:74:1b::1:1 195.46.39.39 185.71.138.138 2001:67c:930::1 8.26.56.26 8.20.247.20",
};

/** From a to m, as root-servers.org lists them. */
const rootServers:
  readonly (readonly [v4: string, v6: string, code: string])[] = [
    ["198.41.0.4", "2001:503:ba3e::2:30", "US"],
    ["170.247.170.2", "2801:1b8:10::b", "US"],
    ["192.33.4.12", "2001:500:2::c", "US"],
    ["199.7.91.13", "2001:500:2d::d", "US"],
    ["192.203.230.10", "2001:500:a8::e", "US"],
    ["192.5.5.241", "2001:500:2f::f", "US"],
    ["192.112.36.4", "2001:500:12::d0d", "US"],
    ["198.97.190.53", "2001:500:1::53", "US"],
    ["192.36.148.17", "2001:7fe::53", "SE"],
    ["192.58.128.30", "2001:503:c27::2:30", "US"],
    ["193.0.14.129", "2001:7fd::1", "NL"],
    ["199.7.83.42", "2001:500:9f::42", "US"],
    ["202.12.27.33", "2001:dc3::35", "JP"],
  ];

Deno.test("anycastDns - resolvers, with the country of their operator in both families", () => {
  for (const [code, texts] of Object.entries(resolvers)) {
    for (const text of texts.split(" ")) {
      assert.equal(countryOf(text), code, text);
      assert.equal(anycastDns(parseIp(text)!)?.kind, "resolver", text);
    }
  }
});

Deno.test("anycastDns - the root servers, with the country of their operator", () => {
  for (const [v4, v6, code] of rootServers) {
    for (const text of [v4, v6]) {
      assert.equal(countryOf(text), code, text);
      assert.equal(anycastDns(parseIp(text)!)?.kind, "root", text);
    }
  }
});

Deno.test("anycastDns - null for other addresses", () => {
  for (
    const text of [
      "8.8.9.8",
      "1.1.0.255",
      "10.8.8.8",
      "2606:4700::1",
      "4.2.3.1",
      // www of Yandex, next to its resolvers.
      "2a02:6b8::2:242",
    ]
  ) assert.equal(anycastDns(parseIp(text)!), null, text);
});

Deno.test("anycastServices - the blocks of DNS services are the narrowest that routers accept", () => {
  for (const service of anycastServices()) {
    if (service.kind === "network") continue;
    for (const { address, prefixLength } of service.blocks) {
      assert.equal(prefixLength, address.family === 4 ? 24 : 48, address.text);
      assert.equal(anycastDns(address), service, address.text);
    }
  }
});

Deno.test("anycastServices - no block of a network, or of a DNS service, is in another one", () => {
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
    const found = anycastService(parseIp(text)!, asn)?.operator;
    assert.equal(found, operator, `${text} of ${asn}`);
  }
  assert.equal(
    anycastService(parseIp("2606:4700:4700::1111")!)?.kind,
    "resolver",
  );
});
