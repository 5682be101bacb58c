/** Says whether the page's policy has refused a request to a URL. */
export type Refusals = (url: string) => Promise<boolean>;

/**
 * Watches, until the signal is aborted, for requests that the page's own
 * Content-Security-Policy refuses: of sites that send on to somewhere else. To
 * the one who asks, that looks as if nobody were there.
 */
export function watchRefusals(
  document: EventTarget,
  signal: AbortSignal,
): Refusals {
  const refused = new Set<string>();
  document.addEventListener("securitypolicyviolation", (event) => {
    refused.add((event as SecurityPolicyViolationEvent).blockedURI);
  }, { signal });
  return async (url) => {
    // The event comes in a task of its own, after the request has failed.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return refused.has(url);
  };
}
