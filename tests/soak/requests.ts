/** The requests of the soak: to every endpoint, by clients of all kinds. */

export interface SoakRequest {
  path: string;
  init?: RequestInit;
  /** The expected statuses. */
  expected: readonly number[];
}

const HTML = "text/html";

/** A page, or what stands for it. */
const page = (path: string, expected: readonly number[] = [200]) => ({
  path,
  accept: HTML,
  expected,
});

const anyOctet = (random: () => number) => Math.floor(random() * 256);

/** An address, with or without known facts. */
function anyAddress(random: () => number): string {
  const octet = () => anyOctet(random);
  if (random() < 0.3) {
    return `2a02:${octet().toString(16)}:${octet().toString(16)}::1`;
  }
  return `${1 + octet() % 223}.${octet()}.${octet()}.${octet()}`;
}

/** A client behind the proxy; most have a network of their own. */
function anyClient(random: () => number): string {
  const word = () => Math.floor(random() * 65_536).toString(16);
  return random() < 0.5
    ? `2001:db8:${word()}:${word()}::1`
    : `198.${18 + Math.floor(random() * 2)}.${anyOctet(random)}.${
      anyOctet(random)
    }`;
}

interface Kind {
  path: string;
  accept?: string;
  method?: string;
  body?: BodyInit;
  expected: readonly number[];
}

/** Every endpoint once; the resolver of the soak knows no name. */
function kinds(random: () => number): Kind[] {
  const address = anyAddress(random);
  return [
    { path: "/", expected: [200] },
    page("/"),
    page("/?lang=zh"),
    { path: "/ip", expected: [200] },
    { path: "/json", expected: [200] },
    { path: "/country", expected: [200, 404] },
    { path: "/asn-org", expected: [200, 404] },
    { path: `/${address}`, expected: [200] },
    { path: "/api/jsonip", expected: [200] },
    { path: "/api/jsonip?callback=show", expected: [200] },
    { path: "/api/jsonip?callback=a(b)", expected: [400] },
    { path: `/api/geoip/${address}`, expected: [200] },
    { path: "/api/geoip/1.2.3", expected: [400] },
    { path: "/api/v1/", expected: [200] },
    { path: `/api/v1/ip/${address}`, expected: [200] },
    { path: "/api/v1/domain/nowhere.example", expected: [404] },
    { path: `/api/v2/ip/${address}`, expected: [401] },
    { path: "/api/egress/exit", expected: [200] },
    { path: "/openapi.json", expected: [200] },
    { path: "/nothing/here", expected: [404] },
    page("/docs"),
    page("/lookup"),
    page(`/lookup/${address}`, [200, 422]),
    page("/whois", [200, 404]),
    page("/egress"),
    page("/sign-in"),
    page("/sign-up"),
    page("/console", [303]),
    page("/admin", [303, 403, 404]),
    {
      path: "/sign-in",
      method: "POST",
      accept: HTML,
      body: new URLSearchParams({ email: "a@example.net", password: "wrong" }),
      expected: [400, 401, 403, 422],
    },
  ];
}

/** One request of the mix. Exceeding a rate limit is an expected result. */
export function anyRequest(random: () => number): SoakRequest {
  const all = kinds(random);
  const { path, accept = "*/*", expected, ...init } =
    all[Math.floor(random() * all.length)];
  return {
    path,
    init: {
      ...init,
      headers: { accept, "x-forwarded-for": anyClient(random) },
      redirect: "manual",
    },
    expected: [...expected, 429],
  };
}
