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
import {
  assertHead,
  assertHidden,
  assertShown,
  browse,
} from "../support/routes.ts";

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
      ...{ asn: 15169, org: "Google LLC" },
      ...{ created: "2000-03-30", updated: "2012-02-24" },
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
  return browse(app, path, headers, { peer: "66.102.0.1" });
}

async function home(headers: Record<string, string> = {}): Promise<string> {
  const { html, ...response } = await ask("/", headers);
  assertHead(response, 200, {
    "content-type": types.html,
    "cache-control": "no-store",
  });
  // Nobody gets the script of an island that their page does not have.
  assert.equal(html.includes("LockCard"), html.includes('class="more lock"'));
  return html;
}

/** The labels of a page's rows, in order. */
function labelsIn(html: string): string[] {
  const [before] = html.split('<section class="curl"');
  // The facts about the request are nobody's profile.
  const request =
    /<section class="fact-card"><h2><svg[^>]*><path[^>]*>(?:<\/path>)?<\/svg>Your request.*?<\/section>/;
  const labels = before.replace(request, "").matchAll(/<dt>([^<]*)<\/dt>/g);
  // One row, because they are equal.
  return [...labels].flatMap(([, label]) =>
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
  assertShown(lock, `<span>For members: ${labelsOf(3).join(", ")}</span>`);
  assertShown(lock, /<form method="post" action="\/sign-in" ?>/);
  assertShown(lock, '<input type="hidden" name="next" value="/"');
  const links = Array.from(
    lock.matchAll(/href="([^"]*)"/g),
    ([, href]) => href,
  );
  assert.deepEqual(links, ["/sign-up?next=%2F"]);
});

Deno.test("GET / - contains nothing for members on a guest's page, and does not query for it", async () => {
  const requestCount = paid.received.length;
  assertHidden(
    await home(),
    "known hosting network",
    "network-lists",
    "open-geo",
    "Paid City",
    "abuse@",
  );
  assert.equal(paid.received.length, requestCount);
});

Deno.test("GET / - shows a member all layers without lock, from the paid sources", async () => {
  const html = await home(signedIn);
  assert.deepEqual(labelsIn(html), labelsOf(1, 2, 3));
  assertHidden(html, 'class="more lock"');
  const place = "Paid City, United States";
  assertShown(html, `content="Hosting · Google LLC · ${place} · VPN exit"`);
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
  assert.deepEqual(valuesIn(html, "Evidence").toSorted(), [
    "A commercial source says it is a VPN",
    "A commercial source says it is a hosting address",
    "AS15169 is a known hosting network",
  ]);
  assert.deepEqual(valuesIn(html, "Sources used").toSorted(), [
    "Porthole's lists of networks",
    "Table of autonomous systems in use",
    "ipapi.is",
  ]);
});

const cookies = [
  ...["porthole_session=nobody.nothing", "porthole_session=", "theme=dark"],
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
  const { headers, html } = await ask("/", { ...signedIn, accept: "*/*" });
  assert.deepEqual([headers.get("vary"), html], ["accept", "66.102.0.1\n"]);
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
  const hidden = { organization: false, isp: false, country: false };
  await fieldSwitches.set(switched("guest", hidden), root);
  const during = await home();
  const member = await home(signedIn);
  await fieldSwitches.set(DEFAULT_FIELD_SETTINGS, root);
  assertHidden(during, /Google LLC|United States|🇺🇸/);
  assertShown(during, "<span>For members: Country, Organization, ISP, ");
  assertShown(member, '<p class="holder">Google LLC · Hosting</p>');
  assertShown(member, "/>Paid City, United States");
  assert.equal(await home(), before);
});

Deno.test("GET / - shows guests the third layer on request, but never the abuse contact", async () => {
  const { fieldSwitches } = app.services;
  const shown = { riskReasons: true, abuseContact: true };
  await fieldSwitches.set(switched("guest", shown), root);
  const html = await home();
  await fieldSwitches.set(DEFAULT_FIELD_SETTINGS, root);
  const evidence = ["AS15169 is a known hosting network"];
  assert.deepEqual(valuesIn(html, "Evidence"), evidence);
  assert.equal(labelsIn(html).includes("Abuse contact"), false);
});

Deno.test("GET / - does not offer to sign up if nobody may", async () => {
  await using closed = await testApp({ env: { SIGN_UP: "closed" } });
  const { html } = await browse(closed, "/");
  assertShown(html, 'action="/sign-in"');
  assertHidden(html, "/sign-up");
});

/** As a program asks: a browser gets pages. */
function askAsScript(path: string, headers: Record<string, string> = {}) {
  return ask(path, { accept: "application/json", ...headers });
}

for (const path of ["/api/geoip/66.102.0.1", "/66.102.0.1"]) {
  Deno.test(`GET ${path} - is cached for an hour for a guest, and not for a member`, async () => {
    const hour = "private, max-age=3600";
    const cases = [[{}, hour], [signedIn, "no-store"]] as const;
    for (const [headers, expected] of cases) {
      const response = await askAsScript(path, headers);
      assert.equal(response.headers.get("cache-control"), expected);
    }
  });
}

for (const path of ["/api/geoip/66.102.0.1", "/66.102.0.1", "/ip"]) {
  Deno.test(`GET ${path} - uses the policy of V1 for a guest and of V2 for a member`, async () => {
    const city = async (headers: Record<string, string>) =>
      JSON.parse((await askAsScript(path, headers)).html).geo.city;
    assert.equal(await city({}), "");
    assert.equal(await city(signedIn), "Paid City");
  });
}
