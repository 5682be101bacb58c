/** What each audience sees on the home page, and from which sources. */
import assert from "node:assert/strict";
import {
  DEFAULT_FIELD_SETTINGS,
  type FieldSettings,
  HOME_FIELDS,
  type HomeField,
} from "../../lib/ipinfo/view/home_fields.ts";
import { types } from "../support/responses.ts";
import { testApp } from "../support/app.ts";
import { newMember } from "../support/members.ts";
import { upstream } from "../support/upstream.ts";

const paid = upstream({
  body: {
    ip: "66.102.0.1",
    rir: "ARIN",
    is_datacenter: true,
    is_vpn: true,
    is_proxy: false,
    is_tor: false,
    location: { country_code: "US", city: "Paid City" },
    asn: {
      asn: 15169,
      org: "Google LLC",
      created: "2000-03-30",
      updated: "2012-02-24",
    },
    abuse: { email: "abuse@paid.example", phone: "+1 555 0100" },
  },
});
const app = await testApp({
  env: { IPAPI_IS_URL: paid.url.href, IPAPI_IS_KEY: "secret" },
});
Deno.test.afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await paid[Symbol.asyncDispose]();
});

const { session } = await newMember(app, "ann@example.net");
const signedIn = { cookie: `porthole_session=${session}` };
const root = { name: "root@example.net", accountId: null };

function ask(path: string, headers: Record<string, string> = {}) {
  return app.get(path, {
    peer: "66.102.0.1",
    headers: { accept: "text/html", ...headers },
  });
}

async function home(headers: Record<string, string> = {}): Promise<string> {
  const response = await ask("/", headers);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), types.html);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const html = await response.text();
  // Nobody gets the script of an island that their page does not have.
  assert.equal(html.includes("LockCard"), html.includes('class="more lock"'));
  return html;
}

/** The labels of a page's rows, in order. */
function labelsIn(html: string): string[] {
  const [before] = html.split('<section class="curl"');
  // The facts about the request are nobody's profile.
  const facts = before.replace(
    /<section class="fact-card"><h2><svg[^>]*><path[^>]*>(?:<\/path>)?<\/svg>Your request.*?<\/section>/,
    "",
  );
  return [...facts.matchAll(/<dt>([^<]*)<\/dt>/g)]
    // One row, because they are equal.
    .flatMap(([, label]) =>
      label === "Organization, ISP" ? label.split(", ") : label
    );
}

function labelsOf(...layers: number[]): string[] {
  return Object.values(HOME_FIELDS)
    .filter(({ layer }) => layers.includes(layer))
    .map(({ label }) => label);
}

/** The displayed values of a row. */
function valuesIn(html: string, label: string): string[] {
  const [, value] =
    html.split(`<dt>${label}</dt>`)[1].match(/^<dd[^>]*>(.*?)<\/dd>/) ?? [];
  return value.split(/<[^>]*>/).filter((text) => text !== "");
}

Deno.test("GET / - shows a guest two layers, and a lock that names the third", async () => {
  const html = await home();
  assert.deepEqual(labelsIn(html), labelsOf(1, 2));
  assert.match(html, /<details class="more"><summary>More details<\/summary>/);
  const [, lock = ""] =
    html.match(/<details class="more lock" ?>(.*?)<\/details>/) ?? [];
  const summary = `<span>For members: ${labelsOf(3).join(", ")}</span>`;
  assert(lock.includes(summary), lock);
  assert.match(lock, /<form method="post" action="\/sign-in" ?>/);
  assert.match(lock, /<input type="hidden" name="next" value="\/"/);
  assert.deepEqual(
    [...lock.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    ["/sign-up?next=%2F"],
  );
});

Deno.test("GET / - contains nothing for members on a guest's page, and does not query for it", async () => {
  const requestCount = paid.received.length;
  const html = await home();
  const secrets = [
    "known hosting network",
    "network-lists",
    "open-geo",
    "Paid City",
    "abuse@",
  ];
  for (const secret of secrets) {
    assert.equal(html.includes(secret), false, secret);
  }
  assert.equal(paid.received.length, requestCount);
});

Deno.test("GET / - shows a member all layers without lock, from the paid sources", async () => {
  const html = await home(signedIn);
  assert.deepEqual(labelsIn(html), labelsOf(1, 2, 3));
  assert.equal(html.includes('class="more lock"'), false);
  assert.match(
    html,
    /content="Hosting · Google LLC · Paid City, United States · VPN exit"/,
  );
  const shown: [label: string, values: string[]][] = [
    ["City", ["Paid City"]],
    ["VPN", ["Yes"]],
    ["Tor", ["No"]],
    ["Crawler", ["&#8211;"]],
    ["Abuse contact", ["abuse@paid.example", "+1 555 0100"]],
    ["AS dates", ["Created 2000-03-30", "Updated 2012-02-24"]],
  ];
  for (const [label, values] of shown) {
    assert.deepEqual(valuesIn(html, label), values, label);
  }
  assert.deepEqual(
    valuesIn(html, "Evidence").toSorted(),
    [
      "A commercial source says it is a VPN",
      "A commercial source says it is a hosting address",
      "AS15169 is a known hosting network",
    ],
  );
  assert.deepEqual(valuesIn(html, "Sources used").toSorted(), [
    "Porthole's lists of networks",
    "Table of autonomous systems in use",
    "ipapi.is",
  ]);
});

const cookies = [
  "porthole_session=nobody.nothing",
  "porthole_session=",
  "theme=dark",
  `__Host-porthole=${session}`,
];
for (const cookie of cookies) {
  const name = cookie.slice(0, cookie.indexOf("="));
  Deno.test(`GET / - treats a visitor with an invalid cookie as a guest: ${name}, ${cookie.length} characters`, async () => {
    assert.equal(await home({ cookie }), await home());
  });
}

Deno.test("GET / - treats a visitor with an ended session as a guest", async () => {
  const { session } = await newMember(app, "leaving@example.net");
  const cookie = `porthole_session=${session}`;
  assert.deepEqual(labelsIn(await home({ cookie })), labelsOf(1, 2, 3));
  await app.services.sessions.end(session);
  assert.equal(await home({ cookie }), await home());
});

Deno.test("GET / - ignores cookies in text", async () => {
  const response = await ask("/", { ...signedIn, accept: "*/*" });
  assert.equal(response.headers.get("vary"), "accept");
  assert.equal(await response.text(), "66.102.0.1\n");
});

/** The default settings with some fields of an audience changed. */
function switched(
  audience: "guest" | "member",
  choices: Partial<Record<HomeField, boolean>>,
): FieldSettings {
  return {
    ...DEFAULT_FIELD_SETTINGS,
    [audience]: { ...DEFAULT_FIELD_SETTINGS[audience], ...choices },
  };
}

Deno.test("GET / - hides fields that an operator turns off from the next page on", async () => {
  const { fieldSwitches } = app.services;
  const before = await home();
  assert.match(before, /Google LLC/);
  await fieldSwitches.set(
    switched("guest", { organization: false, isp: false, country: false }),
    root,
  );
  const during = await home();
  const member = await home(signedIn);
  await fieldSwitches.set(DEFAULT_FIELD_SETTINGS, root);
  assert.equal(/Google LLC|United States|🇺🇸/.test(during), false);
  assert.match(during, /<span>For members: Country, Organization, ISP, /);
  assert.match(member, /<p class="holder">Google LLC · Hosting<\/p>/);
  assert.match(member, /\/>Paid City, United States/);
  assert.equal(await home(), before);
});

Deno.test("GET / - shows guests the third layer on request, but never the abuse contact", async () => {
  const { fieldSwitches } = app.services;
  await fieldSwitches.set(
    switched("guest", { riskReasons: true, abuseContact: true }),
    root,
  );
  const html = await home();
  await fieldSwitches.set(DEFAULT_FIELD_SETTINGS, root);
  assert.deepEqual(valuesIn(html, "Evidence"), [
    "AS15169 is a known hosting network",
  ]);
  assert.equal(labelsIn(html).includes("Abuse contact"), false);
});

Deno.test("GET / - does not offer to sign up if nobody may", async () => {
  await using closed = await testApp({ env: { SIGN_UP: "closed" } });
  const response = await closed.get("/", {
    peer: "66.102.0.1",
    headers: { accept: "text/html" },
  });
  const html = await response.text();
  assert.match(html, /action="\/sign-in"/);
  assert.equal(html.includes("/sign-up"), false);
});

/** As a program asks: a browser gets pages. */
function askAsScript(path: string, headers: Record<string, string> = {}) {
  return ask(path, { accept: "application/json", ...headers });
}

for (const path of ["/api/geoip/66.102.0.1", "/66.102.0.1"]) {
  Deno.test(`GET ${path} - is cached for an hour for a guest, and not for a member`, async () => {
    const cases = [
      [{}, "private, max-age=3600"],
      [signedIn, "no-store"],
    ] as const;
    for (const [headers, expected] of cases) {
      const response = await askAsScript(path, headers);
      await response.body?.cancel();
      assert.equal(response.headers.get("cache-control"), expected);
    }
  });
}

for (const path of ["/api/geoip/66.102.0.1", "/66.102.0.1", "/ip"]) {
  Deno.test(`GET ${path} - uses the policy of V1 for a guest and of V2 for a member`, async () => {
    const city = async (headers: Record<string, string>) =>
      (await (await askAsScript(path, headers)).json()).geo.city;
    assert.equal(await city({}), "");
    assert.equal(await city(signedIn), "Paid City");
  });
}
