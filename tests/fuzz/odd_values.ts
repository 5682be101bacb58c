/** Values that a parser may misread. Every character is one octet on the wire. */
import type { Choice } from "./choice.ts";
import samples from "./odd_values.json" with { type: "json" };

const IPS = samples.addresses;

const NETWORKS = samples.networks;

const NAMES = samples.names;

const ODD = samples.odd;

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
