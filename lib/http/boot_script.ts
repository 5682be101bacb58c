import { createHash } from "node:crypto";
import { type HeaderRecord, SCRIPT_POLICY } from "./responses.ts";

/** Sets a response's policy to one that names the nonce of its rendering, if it has one. */
type WithNonce = (rendered: Response) => Response | Promise<Response>;

const POLICY = "content-security-policy";

/**
 * Allows the inline script with which Fresh starts a page's islands, which the
 * pages' policy would block. Fresh generates a nonce for each rendering and adds it
 * only to its own scripts, so injected markup cannot have it. `lib/fresh` renders
 * no inline script, and the policy stays as it is.
 */
export class BootScript {
  /**
   * @param withNonce Fresh's middleware `csp` with `useNonce`: the only code that
   * knows the nonce
   */
  constructor(private readonly withNonce: WithNonce) {}

  /** A middleware for pages with islands. */
  readonly middleware = async (
    ctx: { next(): Promise<Response> },
  ): Promise<Response> => await this.allowedIn(await ctx.next());

  /** Allows the script by its nonce, in a page that is rendered for one request. */
  readonly allowedIn = async (rendered: Response): Promise<Response> => {
    const { headers } = rendered;
    const policy = headers.get(POLICY);
    const isPage = headers.get("content-type")?.startsWith("text/html");
    if (!isPage || policy === null) return rendered;
    const nonce = await this.#nonceOf(rendered);
    headers.set(
      POLICY,
      nonce === null ? policy : allowing(policy, `nonce-${nonce}`),
    );
    return rendered;
  };

  /**
   * The text of a page that is rendered for many requests, and the headers of a
   * page that is made of it. Their policy names the script by its hash, because
   * a nonce that many visitors get is not a secret.
   *
   * @param headers of the page
   */
  async cacheable(
    rendered: Response,
    headers: HeaderRecord,
  ): Promise<{ html: string; headersOf: (html: string) => HeaderRecord }> {
    const nonce = await this.#nonceOf(rendered);
    const html = await rendered.text();
    const headersOf = (html: string) => {
      if (nonce === null) return headers;
      const sources = hashes(html, nonce);
      const policy = allowing(headers[POLICY], ...sources);
      return { ...headers, [POLICY]: policy };
    };
    return { html, headersOf };
  }

  /**
   * The nonce of a response of `ctx.render`; null if it has no inline script.
   * Replaces the policy.
   */
  async #nonceOf(rendered: Response): Promise<string | null> {
    const { headers } = await this.withNonce(rendered);
    return /'nonce-([^']+)'/.exec(headers.get(POLICY) ?? "")?.[1] ?? null;
  }
}

/** The CSP sources of the inline scripts with a nonce. */
function hashes(html: string, nonce: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)]
    .filter(([, attributes]) => attributes.includes(` nonce="${nonce}"`))
    .map(([, , script]) =>
      `sha256-${createHash("sha256").update(script).digest("base64")}`
    );
}

/** Both policies must allow the script. */
function allowing(policy: string, ...sources: string[]): string {
  const allowed = (sourceList: string) =>
    [sourceList, ...sources.map((source) => `'${source}'`)].join(" ");
  const both = policy.replace(SCRIPT_POLICY, allowed(SCRIPT_POLICY));
  return `${both}; ${allowed("script-src 'self'")}`;
}
