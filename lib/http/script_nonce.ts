/** The header of a Content Security Policy. */
export const POLICY = "content-security-policy";

/**
 * A page's own policy, with the nonce out of the policy that the middleware `csp`
 * has written for it: there is one where an inline script starts the islands,
 * which may then run. Where there is none, nothing inline may.
 */
export function withNonceOf(written: string | null, own: string): string {
  const [nonce] = /'nonce-[^']+'/.exec(written ?? "") ?? [];
  return nonce === undefined ? own : `${own}; script-src 'self' ${nonce}`;
}
