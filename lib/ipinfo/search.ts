/** A URL as people paste it: scheme, user, host, port, path. */
const URL_SHAPE = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i;

/**
 * What was typed into a search field, without blanks around it. A URL is cut
 * down to its host, and brackets around an IPv6 address are removed.
 *
 * @example
 * hostOfPasted(" https://example.org/a "); // "example.org"
 */
export function hostOfPasted(text: string): string {
  const trimmed = text.trim();
  const host = URL_SHAPE.exec(trimmed)?.[1] ?? trimmed;
  return /^\[.*\]$/.test(host) ? host.slice(1, -1) : host;
}
