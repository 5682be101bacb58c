/** More servers than any real chain has. */
const MAX_SERVERS = 8;

/** Servers are named by short tokens: strangers can send any header. */
const SERVER = /^[\w.:-]{1,64}$/;

/**
 * The servers that a request has passed through, from its CDN-Loop header (RFC
 * 8586), which servers send when they query each other.
 */
export function parseCdnLoop(header: string | null): readonly string[] {
  if (!header) return [];
  return header.split(",", MAX_SERVERS)
    // A server can add parameters to its name.
    .map((part) => part.split(";", 1)[0].trim())
    .filter((name) => SERVER.test(name));
}

/** Whether a request that came through these servers must not be sent on by one of them. */
export function isCdnLoop(servers: readonly string[], own: string): boolean {
  return servers.includes(own) || servers.length >= MAX_SERVERS;
}
