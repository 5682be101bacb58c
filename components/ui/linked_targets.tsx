import { type ComponentChildren, Fragment } from "preact";
import { AddressText } from "./AddressText.tsx";

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const IPV6 = /^(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|[\da-f:]*::[\da-f:.]*)$/i;
const NETWORK = /^(.+)\/\d{1,3}$/;
const ASN = /^AS\d{1,10}$/;
/** A name of two labels or more, whose last one is no number. A dot may end it. */
const NAME = /^((?:[a-z\d_-]{1,63}\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59}))\.?$/i;
const MAX_LENGTH = 253;

/**
 * The path of the page about a value: the page of an address, the lookup of a name,
 * and the registration of an AS number or a network, or their page if whois is off;
 * null for anything else. Checks only the shape of the text, because the server has parsed
 * the values it sends, and parses the path again.
 */
export function targetPath(text: string, hasWhois = true): string | null {
  if (text.length > MAX_LENGTH) return null;
  const name = NAME.exec(text)?.[1];
  if (name !== undefined) return `/lookup/${name}`;
  if (isAddress(text)) return `/${text}`;
  if (ASN.test(text) || isAddress(NETWORK.exec(text)?.[1] ?? "")) {
    return hasWhois ? `/whois/${text}` : `/${text}`;
  }
  return null;
}

function isAddress(text: string): boolean {
  return IPV4.test(text) || IPV6.test(text);
}

/** Separators between the values of a record: `10 mail.example.com`. */
const BETWEEN = /([\s,="]+)/;

/** The values in a text, such as `10 mail.example.com`, and what is between them. */
export function partsOf(text: string): string[] {
  return text.split(BETWEEN);
}

/** Whether a line may end after a part of a text, where no space is. */
export function endsValue(part: string): boolean {
  return /[,=]$/.test(part);
}

/** A link to the page about a value. Each costs a lookup, which no crawler needs. */
export function TargetLink(
  { path, text }: { path: string; text: ComponentChildren },
) {
  return <a href={path} rel="nofollow">{text}</a>;
}

/**
 * A text whose addresses, names, networks and AS numbers are links: without a component
 * for each, for pages with hundreds of values.
 */
export function linkedTargets(text: string, hasWhois = true) {
  return partsOf(text).map((part, i) => {
    const path = targetPath(part, hasWhois);
    // Precompiled JSX escapes strings in arrays twice, so they are elements.
    if (path === null) {
      return <Fragment key={i}>{part}{endsValue(part) && <wbr />}</Fragment>;
    }
    // Of the texts that have a page, only IPv6 addresses contain colons.
    const text = part.includes(":") ? <AddressText ip={part} /> : part;
    return TargetLink({ path, text });
  });
}
