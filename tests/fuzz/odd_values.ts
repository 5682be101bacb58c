/** Values that a parser may misread. Every character is one octet on the wire. */
import type { Choice } from "./choice.ts";

const IPS = [
  "8.8.8.8",
  "1.1.1.1",
  "114.114.114.125",
  "2001:4860:4860::8888",
  "2a02:26f0::1",
  "10.0.0.1",
  "127.0.0.1",
  "0.0.0.0",
  "255.255.255.255",
  "224.0.0.1",
  "100.64.0.1",
  "::",
  "::1",
  "fe80::1%25eth0",
  "::ffff:8.8.8.8",
  "64:ff9b::808:808",
  "2002:808:808::",
  "[2001:db8::1]",
  "008.8.8.8",
  "8.8.8",
  "0x8080808",
  "134744072",
  "8.8.8.8:80",
  "8.8.8.256",
  "2001:db8:::1",
  "1:2:3:4:5:6:7:8:9",
];

const NETWORKS = [
  "8.8.8.0/24",
  "8.8.8.0/32",
  "203.0.113.0/29",
  "2a02:26f0::/126",
  "2a02:26f0::/64",
  "10.0.0.0/8",
  "0.0.0.0/0",
  "::/0",
  "8.8.8.0/33",
  "8.8.8.0/-1",
  "8.8.8.0/1e1",
  "AS15169",
  "as0",
  "AS4294967296",
  "15169",
];

const NAMES = [
  "example.com",
  "work.example.net",
  "mail.example.org.",
  "xn--bcher-kva.example",
  "b%C3%BCcher.example",
  "localhost",
  "com",
  "a..b",
  "-a.example",
  "_dmarc.example.com",
  "*.example.com",
  "a b.example",
  "example.com@evil.example",
  "silent.example",
  "hostile.example",
  "constructor",
  "__proto__",
  "..",
  ".",
];

const ODD = [
  "",
  "0",
  "-1",
  "NaN",
  "1e309",
  "9007199254740993",
  "99999999999999999999",
  "null",
  "undefined",
  "[object Object]",
  "true",
  "%",
  "%zz",
  "%00",
  "%0a%0dset-cookie:%20a=b",
  "%c0%ae%c0%ae/",
  "%E2%80%A8",
  "%F0%9F%92%A9",
  "%ff%fe",
  "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
  "..%5c..%5c",
  "<script>alert(1)</script>",
  "${7*7}",
  "$&$`$'",
  "'\"><img>",
  "a(b)",
  "a.b.c",
  "javascript:alert(1)",
  "//evil.example",
  "/.\\evil.example",
  "1970-01-01",
  "+275760-09-13",
  "\u00e4\u00ff",
  "\u0001\u0007",
];

/** A value for a path, a query, a header or a form. */
export function oddValue(choice: Choice): string {
  const kind = choice.upTo(100);
  if (kind < 20) return anyIp(choice);
  if (kind < 35) return choice.of(IPS);
  if (kind < 45) return choice.of(NETWORKS);
  if (kind < 57) return choice.of(NAMES);
  if (kind < 75) return anyName(choice);
  if (kind < 95) return choice.of(ODD);
  if (kind < 98) return choice.octets(1 + choice.upTo(40));
  return choice.of(["a", "%41", "a.", "1,", "::", "%25"])
    .repeat(1 << choice.upTo(13));
}

/** A value for a form of an administrator, except those that ban or sign out everybody. */
export function formValue(choice: Choice): string {
  const value = oddValue(choice);
  return NETWORKS.includes(value) ? "203.0.113.0/29" : value;
}

/** An address of the public internet, mostly. */
export function anyIp(choice: Choice): string {
  const octet = () => choice.upTo(256);
  return choice.chance(0.3)
    ? `2a02:${choice.upTo(65_536).toString(16)}:${octet().toString(16)}::1`
    : `${1 + choice.upTo(223)}.${octet()}.${octet()}.${octet()}`;
}

/** A name for which the fuzz's name server responds correctly, incorrectly or not at all. */
function anyName(choice: Choice): string {
  const kind = choice.upTo(100);
  const host = `h${choice.upTo(1e6).toString(36)}`;
  if (kind < 4) return `${host}.silent.example`;
  if (kind < 30) return `${host}.hostile.example`;
  return `${host}.work${choice.upTo(50)}.example`;
}
