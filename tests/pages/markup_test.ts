import assert from "node:assert/strict";
import { withoutReferences } from "../support/references.ts";
import { LANGUAGE_TAGS, LANGUAGES } from "../../lib/i18n/language.ts";
import { openSite, type SitePage } from "./site.ts";

const site = await openSite();
Deno.test.afterAll(async () => await site[Symbol.asyncDispose]());

interface Shown {
  page: SitePage;
  response: Response;
  html: string;
  lang: string;
}

const shown: Shown[] = [];
for (const language of LANGUAGES) {
  for (const page of site.pages) {
    const response = await site.get(page, language);
    const html = await response.text();
    shown.push({ page, response, html, lang: LANGUAGE_TAGS[language] });
  }
}

/** The pages of which something is true. */
function pagesWhere(is: (shown: Shown) => boolean): string[] {
  return shown.filter(is).map(({ page, lang }) => `${page.name} ${lang}`);
}

function titleOf({ html }: Shown): string {
  const [, title] = /<head>.*<title>([^<]*)<\/title>.*<\/head>/s.exec(html) ??
    [];
  return withoutReferences(title ?? "");
}

function descriptionOf({ html }: Shown): string {
  return /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
}

/** The islands of a page by their names, with the properties they are given. */
function islandsOf({ html }: Shown): [name: string, props: object][] {
  const [, data] =
    /<script type="application\/json" id="fresh:island">(.*?)<\/script>/s
      .exec(html) ?? [];
  return data === undefined ? [] : JSON.parse(data);
}

Deno.test("pages - each has the expected status, as HTML that is not cached", () => {
  for (const { page, response } of shown) {
    assert.equal(response.status, page.status, page.name);
    assert.equal(
      response.headers.get("content-type"),
      "text/html; charset=utf-8",
      page.name,
    );
    assert.equal(
      response.headers.get("cache-control"),
      // Compressing would hold back its rows.
      page.name === "lookup-scan" ? "no-store, no-transform" : "no-store",
      page.name,
    );
  }
});

Deno.test("pages - each has a language, one first-level heading, and a favicon", () => {
  for (const { page, html, lang } of shown) {
    assert.match(html, /^<!DOCTYPE html><html /, page.name);
    assert.equal(/<html[^>]* lang="([^"]*)"/.exec(html)?.[1], lang, page.name);
    assert.equal(html.match(/<h1[\s>]/g)?.length, 1, page.name);
    assert.match(
      html,
      /<link rel="icon" href="\/favicon\.svg[^"]*" type="image\/svg\+xml"/,
      page.name,
    );
    assert.match(
      html,
      /<meta name="viewport" content="width=device-width, initial-scale=1"/,
      page.name,
    );
  }
});

Deno.test("pages - each has a title that no other page of its language has", () => {
  const paths = new Map<string, string>();
  for (const each of shown) {
    const { page, lang } = each;
    // Of one path in several states, and of a form with its first fault, it is the same page.
    const path = page.status >= 400 ? String(page.status) : page.path;
    const title = `${lang} ${titleOf(each)}`;
    assert.match(title, / – Porthole$/, page.name);
    if (page.status === 400 || page.path === "/") continue;
    assert.equal(paths.get(title) ?? path, path, title);
    paths.set(title, path);
  }
});

Deno.test("pages - each has a description in its own language", () => {
  assert.deepEqual(pagesWhere((each) => descriptionOf(each) === ""), []);
  for (const page of site.pages) {
    const [en, zh] = shown.filter((each) => each.page === page);
    assert.notEqual(descriptionOf(en), descriptionOf(zh), page.name);
  }
});

Deno.test("pages - no inline styles, and no script except the modules of islands and of copy buttons", () => {
  assert.deepEqual(
    pagesWhere(({ html }) => /<style[\s>]|<[^>]*\sstyle=/.test(html)),
    [],
  );
  assert.deepEqual(
    pagesWhere(({ html }) =>
      /<[^>]*\son[a-z]+="|<[^>]*="javascript:/.test(html)
    ),
    [],
  );
  const scripts =
    /<script(?: type="application\/json" id="fresh:island">[^<]*| type="module" src="\/_fresh\/js\/[\w-]+\.js">| async src="\/page\.js\?__frsh_c=\w+" data-key="page">)<\/script>/g;
  assert.deepEqual(
    pagesWhere(({ html }) => html.replaceAll(scripts, "").includes("<script")),
    [],
  );
});

Deno.test("pages - no name on an element whose role allows none (WAI-ARIA 1.2)", () => {
  const unnamed =
    /<(?:b|code|dd|div|dt|em|i|p|pre|small|span|strong|sub|sup)(?=\s)(?![^>]*\srole=)[^>]*\saria-label/;
  assert.deepEqual(pagesWhere(({ html }) => unnamed.test(html)), []);
});

Deno.test("pages - the policy blocks inline scripts, and everything from other sites", () => {
  for (const { page, response } of shown) {
    const policy = response.headers.get("content-security-policy") ?? "";
    const [scripts, others] = policy.split(", ");
    assert.equal(
      scripts,
      "script-src http://*:*/_fresh/ https://*:*/_fresh/ http://*:*/page.js https://*:*/page.js",
      page.name,
    );
    const directives = new Map(
      others.split("; ").map((text) => {
        const [name, ...sources] = text.split(" ");
        return [name, sources.join(" ")] as const;
      }),
    );
    assert.equal(directives.get("default-src"), "'self'", page.name);
    assert.equal(directives.get("script-src") ?? "'self'", "'self'", page.name);
    assert.equal(directives.get("style-src") ?? "'self'", "'self'", page.name);
    assert.equal(directives.get("object-src"), "'none'", page.name);
    assert.equal(directives.get("base-uri"), "'none'", page.name);
    assert.equal(policy.includes("unsafe-"), false, page.name);
  }
});

/** What is on a page beyond HTML. */
const islands: Record<string, string[]> = {
  "home-guest": ["OtherFamily", "NextStep", "LockCard", "AddressHistory"],
  "home-guest-v6": ["LockCard", "AddressHistory"],
  "home-inner": ["OtherFamily", "NextStep", "AddressHistory"],
  "home-member": ["OtherFamily", "NextStep", "AddressHistory"],
  target: ["LockCard"],
  egress: ["EgressProbes"],
};

/** The props of each island. */
const islandProps: Record<string, string[]> = {
  LockCard: ["address", "canSignUp", "labels", "language", "notKnown", "path"],
  AddressHistory: ["clear", "cleared", "since", "unavailable"],
  NextStep: ["about", "leakTest"],
  OtherFamily: ["copyTexts", "family", "language", "origin", "texts"],
  EgressProbes: ["candidates", "setup", "speedTextsJson", "textsJson", "world"],
};

function islandName(path: string): string {
  return path.replace(/^.*\/|\.tsx$/g, "");
}

Deno.test("pages - ship a script only for their islands, copy buttons and countdowns", () => {
  for (const each of shown) {
    const { page, html } = each;
    const names = islandsOf(each).map(([path]) => islandName(path));
    assert.deepEqual(names, islands[page.name] ?? [], page.name);
    assert.equal(
      html.includes('<script type="module"'),
      names.length > 0,
      page.name,
    );
    const controls = /<button[^>]* data-(?:copy|wait-seconds)="/.test(html);
    const scripts = html.split('<script async src="/page.js').length - 1;
    assert.equal(scripts, controls ? 1 : 0, page.name);
  }
});

Deno.test("pages - islands get texts and only the props that their visitor may see", () => {
  for (const each of shown) {
    for (const [path, props] of islandsOf(each)) {
      const expected = islandProps[islandName(path)];
      assert.deepEqual(Object.keys(props).toSorted(), expected, path);
    }
  }
});

Deno.test("pages - a guest's contain nothing that only others may see", () => {
  const guests = shown.filter(({ page }) =>
    page.who === "guest" && page.name !== "sign-in-fault"
  );
  assert.equal(guests.length > 40, true);
  for (const { page, html, response } of guests) {
    const all = html + JSON.stringify([...response.headers]);
    for (const secret of site.secrets) {
      assert.equal(all.includes(secret), false, `${secret} in ${page.name}`);
    }
  }
  // They are there for those who may see them.
  const htmlOf = (name: string) =>
    shown.find(({ page }) => page.name === name)?.html ?? "";
  const { member, admin } = site.secretsOf;
  for (const secret of member) assert(htmlOf("home-member").includes(secret));
  for (const secret of admin) assert(htmlOf("members").includes(secret));
});

Deno.test("pages - a member's contain no data of other members, and no password, token or key", () => {
  const { admin, nobody } = site.secretsOf;
  for (const { page, html } of shown) {
    const secrets = page.who === "admin" ? nobody : [...nobody, admin[1]];
    for (const secret of secrets) {
      assert.equal(html.includes(secret), false, `${secret} in ${page.name}`);
    }
  }
});
