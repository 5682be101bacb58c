/** Requests whose responses must be the same whichever of the two engines serves them. */

export interface SmokeRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const HTML = { accept: "text/html" };
const FORM = { ...HTML, "content-type": "application/x-www-form-urlencoded" };

/** One visitor from the internet, told by the proxy that both servers trust. */
export const VISITOR = { "x-forwarded-for": "8.8.8.8" };

export const SMOKE_REQUESTS: readonly SmokeRequest[] = [
  { path: "/" },
  { path: "/", headers: HTML },
  { path: "/", headers: { ...HTML, "accept-language": "zh" } },
  { path: "/", method: "HEAD" },
  { path: "/", method: "POST" },
  { path: "/api/jsonip" },
  { path: "/api/geoip/8.8.8.8" },
  { path: "/api/v1/ip/8.8.8.8" },
  { path: "/api/v1/ip/8.8.8.8/" },
  { path: "/api/v1/ip/x" },
  { path: "/api/v1/nothing" },
  { path: "/api/v2/ip/8.8.8.8" },
  { path: "/8.8.8.8" },
  { path: "/lookup", headers: HTML },
  { path: "/lookup/x?dns_type=none", headers: HTML },
  { path: "/whois", headers: HTML },
  { path: "/egress", headers: HTML },
  { path: "/docs", headers: HTML },
  { path: "/openapi.json" },
  { path: "/sign-in", headers: HTML },
  {
    path: "/sign-in",
    method: "POST",
    headers: FORM,
    body: "email=a&password=b",
  },
  { path: "/sign-up", headers: HTML },
  { path: "/console", headers: HTML },
  { path: "/admin", headers: HTML },
  { path: "/nothing-here", headers: HTML },
  { path: "/nothing-here" },
];

export const ADMIN = {
  ADMIN_EMAIL: "root@example.net",
  ADMIN_PASSWORD: "a password of the test",
};

/** What the administrator requests. */
export const ADMIN_REQUESTS: readonly SmokeRequest[] = [
  { path: "/", headers: HTML },
  { path: "/console", headers: HTML },
  { path: "/admin/members", headers: HTML },
  { path: "/admin/analytics", headers: HTML },
];

/** Signs the administrator in, and returns the session's cookie. */
export async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/sign-in`, {
    method: "POST",
    headers: { ...VISITOR, origin },
    body: new URLSearchParams({
      email: ADMIN.ADMIN_EMAIL,
      password: ADMIN.ADMIN_PASSWORD,
    }),
    redirect: "manual",
  });
  await response.body?.cancel();
  const [cookie] = response.headers.getSetCookie();
  if (!cookie) throw new Error(`cannot sign in: ${response.status}`);
  return cookie.split(";")[0];
}

/** A server, and the cookie to send to it. */
export interface Side {
  readonly origin: string;
  readonly cookie?: string;
}

/**
 * What may differ: times, ids, nonces, where each engine puts its scripts, and the
 * marks that Fresh sets on links to the page they stand on and on titles in the body.
 */
function comparable(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, "HOST")
    .replaceAll(/nonce="[^"]*"/g, "")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, "TIME")
    .replaceAll(
      / title="[\d-]+ [\d:]+ UTC">(?:just now|\d+ minutes? ago)</g,
      ">AGO<",
    )
    .replaceAll(/elapsed_ms(?:"|&quot;): ?\d+/g, "")
    .replaceAll(
      /<script type="application\/json" id="fresh:[^]*?<\/script>/g,
      "",
    )
    .replaceAll(
      / (?:data-current|data-ancestor|aria-current|data-frsh-key)="[^"]*"/g,
      "",
    )
    .replaceAll(/<script[^>]*type="module"[^]*?<\/script>/g, "")
    .replaceAll(/<link[^>]*rel="modulepreload"[^>]*>/g, "")
    .replaceAll(/<!--\/?(?:frsh|fresh)[^>]*-->/g, "")
    .replaceAll(/\?__frsh_c=[0-9a-f]+|__frsh_c=[0-9a-f]+/g, "")
    .replaceAll(/<(\/?)(?:meta|link)([^>]*?)\s*\/?>/g, "<$1$2>")
    .replaceAll(/(<title[^>]*) data-key="[^"]*"/g, "$1")
    .replaceAll(/\/admin\/members\/[\w-]+/g, "MEMBER")
    .replaceAll(/\s+/g, " ")
    .replaceAll(" >", ">")
    .toLowerCase();
}

/** Headers in which the engines must agree. */
const HEADERS = [
  "content-type",
  "cache-control",
  "vary",
  "allow",
  "location",
  "www-authenticate",
  "access-control-allow-origin",
  "x-content-type-options",
];

/** In what the responses of two servers to one request differ, one line each. */
export async function differences(
  request: SmokeRequest,
  ...sides: readonly [own: Side, upstream: Side]
): Promise<string[]> {
  const [own, upstream] = await Promise.all(
    sides.map(async ({ origin, cookie }) => {
      const response = await fetch(origin + request.path, {
        method: request.method,
        headers: {
          ...VISITOR,
          ...request.headers,
          origin,
          ...cookie !== undefined && { cookie },
        },
        body: request.body,
        redirect: "manual",
      });
      return { response, body: comparable(await response.text()) };
    }),
  );
  const lines: string[] = [];
  if (own.response.status !== upstream.response.status) {
    lines.push(
      `status ${own.response.status}, with Fresh ${upstream.response.status}`,
    );
  }
  for (const name of HEADERS) {
    const [mine, theirs] = [own, upstream].map(({ response }) =>
      comparable(response.headers.get(name) ?? "none")
    );
    if (mine !== theirs) lines.push(`${name} ${mine}, with Fresh ${theirs}`);
  }
  if (own.body !== upstream.body) {
    let at = 0;
    while (own.body[at] === upstream.body[at]) at++;
    const near = (body: string) =>
      JSON.stringify(body.slice(Math.max(0, at - 60), at + 120));
    lines.push(`body ${near(own.body)}`, `Fresh's ${near(upstream.body)}`);
  }
  return lines;
}
