import { setTimeout as delay } from "node:timers/promises";
import { parseEmail } from "../../lib/accounts/account_record.ts";
import type { DnsRecord } from "../../lib/dns/records.ts";
import { LookupService } from "../../lib/lookup/lookup_service.ts";
import { type Language, LANGUAGE_TAGS } from "../../lib/i18n/language.ts";
import { site as visited } from "../lib/analytics/site.ts";
import { MemoryIndex } from "../lib/lookup/memory_index.ts";
import { policy } from "../lib/lookup/policy.ts";
import { a, aaaa, mx, ptr, txt } from "../lib/lookup/records.ts";
import { scriptedClient } from "../lib/lookup/scripted_client.ts";
import { type TestApp, testApp } from "../support/app.ts";
import { newMember, PASSWORD } from "../support/members.ts";
import { arinNetwork, autnum } from "../support/rdap_bodies.ts";
import {
  rdap,
  type RdapServer,
  startRdapServer,
} from "../support/rdap_server.ts";
import {
  UMAMI_PASSWORD,
  umamiServer,
  USERNAME,
  WEBSITE_ID,
} from "../support/umami_server.ts";
import { upstream } from "../support/upstream.ts";
import { domainBody } from "../support/whois_bodies.ts";

/** Every page of the site, in the states that people see it in, from one server. */

type Who = "guest" | "member" | "admin" | "newcomer";

export interface SitePage {
  name: string;
  path: string;
  status: number;
  who: Who;
  peer: string;
  /** Sent by POST, as the page's own form would. */
  form?: Record<string, string>;
  app: "full" | "bare" | "busy";
}

/** What a source says that only members are described by. */
const paidFacts = {
  city: "Paid City",
  abuse: "abuse@paid.example",
  phone: "+1 555 0100",
};
const PAID_KEY = "the-key-of-a-paid-source";
const MEMBER = "ann@example.net";
const ADMIN = "root@example.net";

const GUEST_PEER = "66.102.0.1";

const registrations: Record<string, unknown> = {
  "/domain/xn--bcher-kva.test": domainBody,
  "/ip/198.51.100.7": arinNetwork,
  "/autnum/64496": autnum,
};

/** A record of one of the longer types. */
function of<Type extends DnsRecord["type"]>(
  type: Type,
  data: Extract<DnsRecord, { type: Type }>["data"],
) {
  return { name: "example.test", type, ttl: 300, data } as DnsRecord;
}

const script = {
  "example.test A": [a("example.test", "192.0.2.1")],
  "example.test AAAA": [
    aaaa("example.test", "2001:db8:1234:5678:9abc:def0:1234:5678"),
  ],
  "example.test MX": [mx("example.test", 10, "mail.example.test")],
  "example.test TXT": [
    txt("example.test", `v=spf1 include:${"long-name-".repeat(12)}.test -all`),
  ],
  "example.test SOA": [of("SOA", {
    primary: "ns.example.test",
    mailbox: "root.example.test",
    serial: 2026112200,
    refresh: 7200,
    retry: 3600,
    expire: 1209600,
    minimum: 300,
  })],
  "example.test CAA": [
    of("CAA", { flags: 0, tag: "issue", value: "ca.example.test" }),
  ],
  "example.test HTTPS": [of("HTTPS", {
    priority: 1,
    target: ".",
    params: [
      { key: "alpn", values: ["h3", "h2"] },
      { key: "ipv4hint", values: ["192.0.2.1", "192.0.2.2"] },
      { key: "ech", values: ["A".repeat(96)] },
    ],
  })],
  "example.test DS": [of("DS", {
    keyTag: 20326,
    algorithm: 13,
    digestType: 2,
    digest: "0123456789abcdef".repeat(4),
  })],
  "example.test DNSKEY": [of("DNSKEY", {
    flags: 257,
    protocol: 3,
    algorithm: 13,
    publicKey: "A".repeat(86) + "==",
    keyTag: 20326,
  })],
  "one.example.test A": [a("one.example.test", "192.0.2.1")],
  "1.2.0.192.in-addr.arpa. PTR": [ptr("x", "one.example.test")],
  "192.0.2.1 PTR": [ptr("x", "one.example.test")],
  "192.0.2.2 PTR": [ptr("x", "a-much-longer-name.of-a-customer.example.test")],
};

function lookupsOf(app: TestApp): LookupService {
  const index = new MemoryIndex(() => app.clock.now);
  index.add(["one", "two", "three"].map((label) => ({
    kind: "ptr",
    name: `${label}.example.test`,
    value: "192.0.2.1",
  })));
  return new LookupService({
    client: scriptedClient(script),
    index,
    now: () => app.clock.now,
    policy,
  });
}

const full = (
  name: string,
  path: string,
  more: Partial<SitePage> = {},
): SitePage => ({
  name,
  path,
  status: 200,
  who: "guest",
  peer: GUEST_PEER,
  app: "full",
  ...more,
});

const signedIn = (who: Who, pages: [name: string, path: string][]) =>
  pages.map(([name, path]) => full(name, path, { who }));

function pagesOf(memberId: string): SitePage[] {
  return [
    full("home-guest", "/"),
    full("home-guest-v6", "/", { peer: "2001:4860:4860::8888" }),
    full("home-inner", "/", { peer: "10.0.0.7" }),
    full("home-member", "/", { who: "member" }),
    full("target", "/66.102.0.1"),
    full("target-v6-member", "/2001:4860:4860::1", { who: "member" }),
    full("target-fault", "/8,8.8.8", { status: 400 }),
    full("egress", "/egress"),
    full("lookup", "/lookup"),
    full("lookup-records", "/lookup/example.test"),
    full("lookup-reverse", "/lookup/192.0.2.1?dns_type=rdns_lookup"),
    full("lookup-scan", "/lookup/192.0.2.0/29"),
    full("lookup-names", "/lookup/example.test?dns_type=rdns_pattern", {
      who: "member",
    }),
    full("lookup-fault", "/lookup/8,8.8.8", { status: 400 }),
    full("whois", "/whois"),
    full("whois-domain", "/whois/xn--bcher-kva.test"),
    full("whois-network", "/whois/198.51.100.7"),
    full("whois-asn", "/whois/AS64496"),
    full("whois-nothing", "/whois/nothing.test", { status: 404 }),
    full("whois-fault", "/whois/8,8.8.8", { status: 400 }),
    full("docs", "/docs"),
    full("docs-group", "/docs/public-ip"),
    full("about", "/about"),
    full("sign-in", "/sign-in"),
    full("sign-in-fault", "/sign-in", {
      status: 400,
      form: { email: MEMBER, password: "" },
    }),
    full("sign-up", "/sign-up"),
    full("sign-up-fault", "/sign-up", {
      status: 400,
      form: { email: "nobody", password: "short" },
    }),
    ...signedIn("member", [
      ["sign-out", "/sign-out"],
      ["console", "/console"],
      ["account", "/console/account"],
      ["sessions", "/console/sessions"],
      ["ad", "/console/ad"],
    ]),
    full("console-new", "/console", { who: "newcomer" }),
    full("console-token", "/console", {
      who: "newcomer",
      form: { action: "create", name: "laptop" },
    }),
    full("ad-shown", "/console/ad", {
      who: "member",
      form: { action: "show" },
    }),
    ...signedIn("admin", [
      ["admin", "/admin"],
      ["members", "/admin/members"],
      ["member", `/admin/members/${memberId}`],
      ["bans", "/admin/bans"],
      ["fields", "/admin/fields"],
      ["analytics", "/admin/analytics"],
      ["audit", "/admin/audit"],
    ]),
    full("bans-fault", "/admin/bans", {
      who: "admin",
      status: 400,
      form: { action: "ban", cidr: "nowhere", hours: "", reason: "" },
    }),
    full("forbidden", "/admin", { who: "member", status: 403 }),
    full("missing", "/no/such/page", { status: 404 }),
    full("whois-off", "/whois", { app: "bare" }),
    full("analytics-off", "/admin/analytics", { app: "bare", who: "admin" }),
    full("sign-up-closed", "/sign-up", { app: "bare" }),
    full("limited", "/", { app: "busy", status: 429 }),
  ];
}

export interface Site extends AsyncDisposable {
  pages: SitePage[];
  origin: string;
  /** What is for some alone: no page of a guest may hold any of it. */
  secretsOf: Record<"member" | "admin" | "nobody", string[]>;
  secrets: string[];
  /** Asks for a page, or for what it loads. */
  get(
    page: SitePage,
    language?: Language,
    path?: string,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** Tells the server which of its pages a browser asks for, and in which language. */
  headers(page: SitePage, language: Language): Record<string, string>;
}

const unlimited = {
  RATE_LIMIT_PAGES: "0",
  RATE_LIMIT_LOOKUP: "0",
  RATE_LIMIT_SCAN: "0",
  RATE_LIMIT_AUTH: "0",
};

/** Opens the site on the loopback address. */
export async function openSite(): Promise<Site> {
  const stack = new AsyncDisposableStack();
  const paid = stack.use(upstream({
    body: {
      ip: GUEST_PEER,
      location: { country_code: "US", city: paidFacts.city },
      asn: { asn: 15169, org: "Google LLC", created: "2000-03-30" },
      abuse: { email: paidFacts.abuse, phone: paidFacts.phone },
    },
  }));
  const umami = stack.use(umamiServer({ version: "3.1", data: visited }));
  const registry: RdapServer = stack.use(startRdapServer((path) => {
    if (path.endsWith(".json")) {
      const keys = ["192.0.0.0/4", "64496-64511", "test"];
      return rdap({ services: [[keys, [registry.url]]] });
    }
    return path in registrations ? rdap(registrations[path]) : undefined;
  }));
  const apps = {
    full: stack.use(
      await testApp({
        env: {
          ...unlimited,
          // Nobody answers there; a visitor over IPv6 has no other host.
          V6_URL: "http://127.0.0.1:9",
          IPAPI_IS_URL: paid.url.href,
          IPAPI_IS_KEY: PAID_KEY,
          RDAP: "on",
          RDAP_BOOTSTRAP_URL: registry.url,
          RDAP_ALLOW_NETWORKS: "127.0.0.0/8",
          ANALYTICS_URL: umami.url.href,
          ANALYTICS_WEBSITE_ID: WEBSITE_ID,
          ANALYTICS_USERNAME: USERNAME,
          ANALYTICS_PASSWORD: UMAMI_PASSWORD,
        },
      }),
    ),
    bare: stack.use(
      await testApp({ env: { ...unlimited, SIGN_UP: "closed" } }),
    ),
    busy: stack.use(await testApp({ env: { RATE_LIMIT_PAGES: "1" } })),
  };
  const { full, bare, busy } = apps;
  Object.assign(full.services, { lookup: lookupsOf(full) });
  const ann = await newMember(full, MEMBER);
  const root = await newMember(full, ADMIN, true);
  const bareRoot = await newMember(bare, ADMIN, true);
  const sessions = {
    full: { member: ann.session, admin: root.session },
    bare: { member: "", admin: bareRoot.session },
    busy: { member: "", admin: "" },
  };
  await banSome(full, root.session);
  await (await busy.get("/", {
    peer: GUEST_PEER,
    headers: { accept: "text/html" },
  })).body?.cancel();

  let newcomers = 0;
  /** Somebody who has just signed up: forms that can be sent once each need one. */
  async function newcomer(app: TestApp): Promise<string> {
    const { accounts, sessions } = app.services;
    const email = parseEmail(`new${++newcomers}@example.net`)!;
    const account = await accounts.create({ email, password: PASSWORD });
    return await sessions.begin(account, {
      agent: "a test",
      address: GUEST_PEER,
    });
  }

  async function get(
    page: SitePage,
    language: Language = "en",
    path = page.path,
    more: Record<string, string> = {},
  ): Promise<Response> {
    const app = apps[page.app];
    const headers: Record<string, string> = {
      ...more,
      "accept": "text/html",
      "accept-language": LANGUAGE_TAGS[language],
    };
    const isPage = path === page.path;
    if (isPage && page.who !== "guest") {
      const session = page.who === "newcomer"
        ? await newcomer(app)
        : sessions[page.app][page.who];
      headers.cookie = `porthole_session=${session}`;
    }
    const { peer, form } = page;
    if (!form || !isPage) return await app.get(path, { headers, peer });
    headers["sec-fetch-site"] = "same-origin";
    const body = new URLSearchParams(form);
    return await app.get(path, { headers, peer, method: "POST", body });
  }

  const pages = pagesOf(ann.account.id);
  const secretsOf = {
    member: Object.values(paidFacts),
    admin: [MEMBER, ADMIN],
    nobody: [
      ann.token,
      ann.session,
      root.session,
      PASSWORD,
      PAID_KEY,
      UMAMI_PASSWORD,
      WEBSITE_ID,
    ],
  };
  const server = stack.use(Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async ({ url, headers }) => {
      const page = pages.find(({ name }) => name === headers.get("x-page"));
      const { pathname, search } = new URL(url);
      const language = headers.get("x-language") === "zh" ? "zh" : "en";
      // A stylesheet that comes late: nothing of a page is to be seen before.
      if (pathname === "/style.css") await delay(40);
      return await get(page ?? pages[0], language, pathname + search);
    },
  ));
  return {
    pages,
    origin: `http://127.0.0.1:${server.addr.port}`,
    secrets: Object.values(secretsOf).flat(),
    secretsOf,
    get,
    headers: ({ name }, language) => ({
      "x-page": name,
      "x-language": language,
    }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** For lists that are not empty. */
async function banSome(app: TestApp, session: string) {
  for (const cidr of ["198.51.100.0/24", "2001:db8:1234::/48"]) {
    const response = await app.get("/admin/bans", {
      method: "POST",
      headers: {
        "cookie": `porthole_session=${session}`,
        "sec-fetch-site": "same-origin",
      },
      body: new URLSearchParams({
        action: "ban",
        cidr,
        hours: "24",
        reason: "asks for every name there is",
      }),
    });
    await response.body?.cancel();
  }
}
