import { hasNsd, type Nsd, startNsd } from "../../support/nsd.ts";

const longText = Array.from(
  { length: 30 },
  (_, i) => `"${i}-${"x".repeat(200)}"`,
).join(" ");

/** What the tests of the client ask a real server for. */
export const zones = {
  "example.test": [
    "www 300 A 192.0.2.1",
    "www 300 AAAA 2001:db8:0:0:1:0:0:1",
    "zero 0 A 192.0.2.2",
    "@ MX 10 mail",
    "@ MX 5 mail2",
    "null MX 0 .",
    "_sip._tcp SRV 10 5 5060 sip",
    '@ CAA 128 issue "ca.example; account=1"',
    "@ HTTPS 1 . alpn=h2,h3 port=8443 ipv4hint=192.0.2.1 ipv6hint=2001:db8::1 key667=caf",
    "www HTTPS 0 svc",
    "sub DS 60485 13 2 " + "0a".repeat(32),
    "@ DNSKEY 257 3 13 " + "A".repeat(88),
    "sub NS ns.sub",
    "ns.sub A 192.0.2.53",
    'text TXT "one;two" "three" "caf\\195\\169"',
    `long TXT ${longText}`,
    "a CNAME b",
    "b CNAME c",
    "c CNAME www",
    "loop1 CNAME loop2",
    "loop2 CNAME loop1",
    "away CNAME somewhere.else.invalid.",
    "xn--mnchen-3ya A 192.0.2.3",
    "dot\\.in\\000label A 192.0.2.4",
  ].join("\n"),
  "2.0.192.in-addr.arpa": [
    "1 PTR WWW.Example.test.",
    "2 PTR a.example.test.",
    "2 PTR b.example.test.",
    "3 CNAME 3.0-31",
    "3.0-31 PTR delegated.example.test.",
    "4 PTR \\<script\\>.b\\195\\169.\\%_.example.test.",
    "5 TXT none",
  ].join("\n"),
  "8.b.d.0.1.0.0.2.ip6.arpa":
    "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0 PTR six.example.test.",
};

/** What registers tests against a server with these zones, where there is one to start. */
export async function nsdTests(zones: Record<string, string>) {
  const nsd = hasNsd() ? await startNsd(zones) : null;
  Deno.test.afterAll(async () => await nsd?.[Symbol.asyncDispose]());
  return {
    test: (name: string, check: (nsd: Nsd) => Promise<void>) =>
      Deno.test({ name, ignore: !nsd, fn: () => check(nsd!) }),
  };
}
