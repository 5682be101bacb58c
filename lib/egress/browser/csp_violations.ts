/** Whether the page's policy has blocked a request to a URL. */
export type IsCspBlocked = (url: string) => Promise<boolean>;

/**
 * Records requests that the page's Content-Security-Policy blocks, such as
 * redirects to another site, until the signal aborts. For the caller of
 * `fetch`, they look like an unreachable site.
 */
export function watchCspViolations(
  document: EventTarget,
  signal: AbortSignal,
): IsCspBlocked {
  const blocked = new Set<string>();
  document.addEventListener("securitypolicyviolation", (event) => {
    blocked.add((event as SecurityPolicyViolationEvent).blockedURI);
  }, { signal });
  return async (url) => {
    // The event follows in a later task than the failed request.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return blocked.has(url);
  };
}
