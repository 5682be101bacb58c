import { parseCidr } from "../../lib/net/cidr.ts";
import { createClientAddressReader } from "../../lib/net/client_address.ts";
import {
  ipv4FromValue,
  ipv6FromWords,
  parseIp,
} from "../../lib/net/ip_address.ts";
import { PrefixSet } from "../../lib/net/prefix_set.ts";
import { parseTarget } from "../../lib/net/target.ts";
import { preferredType } from "../../lib/http/accept.ts";
import { randomRanges } from "./prefix_bench.ts";

/** `deno bench tests/bench/net_bench.ts`: what every request pays for. */

/** A power of two, so that a mask picks the next one. */
const ADDRESSES = 8192;

const words = new Uint32Array(ADDRESSES * 3).map(() => Math.random() * 2 ** 32);
const v4 = Array.from({ length: ADDRESSES }, (_, i) => ipv4FromValue(words[i]));
const v6 = Array.from(
  { length: ADDRESSES },
  (_, i) =>
    ipv6FromWords([
      0x20010000 + (words[i] & 0xffff),
      words[i + ADDRESSES],
      0,
      words[i + ADDRESSES * 2],
    ]),
);

let turn = 0;
const next = () => turn = (turn + 1) & (ADDRESSES - 1);

Deno.bench("parseIp - IPv4", () => {
  parseIp(v4[next()].text);
});

Deno.bench("parseIp - IPv6", () => {
  parseIp(v6[next()].text);
});

Deno.bench("parseTarget - IPv4", () => {
  parseTarget(v4[next()].text);
});

Deno.bench("parseTarget - name", () => {
  parseTarget("www.example.com");
});

const read = createClientAddressReader({
  trustedProxies: PrefixSet.from([parseCidr("127.0.0.0/8")!]),
  header: "x-forwarded-for",
  v6PrefixLength: 64,
});
const none = new Headers();
const short = new Headers({ "x-forwarded-for": "192.0.2.1, 127.0.0.2" });
const hostile = new Headers({ "x-forwarded-for": ",127.0.0.2".repeat(10_000) });

Deno.bench("client address - same peer", () => {
  read("192.0.2.1", none);
});

Deno.bench("client address - any peer", () => {
  read(v4[next()].text, none);
});

Deno.bench("client address - header of a trusted peer", () => {
  read("127.0.0.1", short);
});

Deno.bench("client address - 100 kB header", () => {
  read("127.0.0.1", hostile);
});

const set = new PrefixSet(randomRanges(200_000));

Deno.bench("PrefixSet.has - IPv4, 100,000 prefixes", () => {
  set.has(v4[next()]);
});

Deno.bench("PrefixSet.has - IPv6, 100,000 prefixes", () => {
  set.has(v6[next()]);
});

const million = randomRanges(1_000_000);

Deno.bench("PrefixSet - build of 1,000,000 prefixes", { n: 3 }, () => {
  new PrefixSet(million);
});

Deno.bench("prefers - a browser's Accept", () => {
  preferredType(
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  );
});
