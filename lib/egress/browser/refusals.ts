/** Tells whether the page's policy has blocked a request to a URL. */
export type Refusals = (url: string) => Promise<boolean>;

/**
 * Records requests that the page's Content-Security-Policy blocks, such as
 * redirects to another site, until the signal aborts. For the caller of
 * `fetch`, they look like an unreachable site.
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
    // The event follows in a later task than the failed request.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return refused.has(url);
  };
}
