/** A geofeed that the operator has configured. */
export interface Geofeed {
  readonly url: string;
  /** The autonomous systems for whose addresses it is used; empty for all. */
  readonly networks: readonly number[];
}

/**
 * Parses `https://…` or `AS64500+AS64501=https://…`; null for anything else.
 */
export function parseGeofeed(text: string): Geofeed | null {
  const match = /^(?:(AS[1-9]\d{0,9}(?:\+AS[1-9]\d{0,9})*)=)?(https:\/\/.+)$/i
    .exec(text);
  const url = match && URL.parse(match[2]);
  if (!url || url.username || url.password) return null;
  const networks = (match[1] ?? "").split("+").filter(Boolean)
    .map((asn) => Number(asn.slice(2)));
  return networks.every((asn) => asn <= 0xffff_ffff)
    ? { url: url.href, networks }
    : null;
}
