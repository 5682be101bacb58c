/**
 * Compares what two running servers say about the same random addresses, for a
 * change that must not alter any answer:
 *
 *     deno run -A tests/bench/compare.ts URL URL [--records 100000] [--pages 10000]
 *
 * Both trust 127.0.0.0/8 as a proxy, serve the same data and ask the same name
 * server. Asks for the V1 and GeoIP records of as many addresses as `--records`
 * says, and for the short forms and the pages, in both languages, of as many as
 * `--pages` says. Asks again where answers differ, since a name server may be late.
 * Prints what then still differs in status, type, caching or body, and exits with 1
 * if anything does.
 *
 * Leaves out whether a GeoIP record comes from the cache, the time of day in it and
 * on pages, the versions of scripts and styles, how the engine writes the props of
 * islands, and the spaces that Preact leaves in a tag.
 */
import { parseArgs } from "node:util";
import type { IpAddress } from "../../lib/net/ip_address.ts";
import { publicAddresses, randomV4, randomV6 } from "./addresses.ts";

const AT_ONCE = 16;
/** Longer than a service keeps that a name is unknown. */
const UNKNOWN_NAME_MS = 65_000;
const MAX_SHOWN = 20;

interface Question {
  path: string;
  headers: Record<string, string>;
}

/** The records of an address. */
const records: readonly ((ip: string) => Question)[] = [
  (ip) => ({ path: `/api/v1/ip/${ip}`, headers: {} }),
  (ip) => ({ path: `/api/geoip/${ip}`, headers: {} }),
];

/** Text, JSON and forms that print the same profile. */
const shortForms: readonly ((ip: string) => Question)[] = [
  (ip) => ({ path: "/", headers: { "x-forwarded-for": ip } }),
  (ip) => ({ path: "/api/jsonip", headers: { "x-forwarded-for": ip } }),
  (ip) => ({ path: "/all", headers: { "x-forwarded-for": ip } }),
  (ip) => ({ path: "/country", headers: { "x-forwarded-for": ip } }),
  (ip) => ({ path: `/json/${ip}`, headers: {} }),
  (ip) => ({ path: `/api/geoip/${ip}?lang=zh`, headers: {} }),
];

const pages: readonly ((ip: string) => Question)[] = ["en", "zh"].flatMap(
  (language) => {
    const headers = { accept: "text/html", "accept-language": language };
    return [
      (ip: string) => ({
        path: "/",
        headers: { ...headers, "x-forwarded-for": ip },
      }),
      (ip: string) => ({ path: `/${ip}`, headers }),
    ];
  },
);

async function comparableResponse(
  base: string,
  { path, headers }: Question,
): Promise<string> {
  const response = await fetch(new URL(path, base), { headers });
  const shown = [
    "content-type",
    "cache-control",
    "vary",
    "content-security-policy",
  ]
    .map((name) => response.headers.get(name));
  const body = comparable(await response.text(), base);
  return [response.status, ...shown, body].join("\n");
}

/** A body without what two right answers may differ in. */
function comparable(body: string, base: string): string {
  return body
    .replaceAll(new URL(base).origin, "")
    .replace(/"(?:requested|cache_saved)_at":"[^"]*"/g, "")
    .replace(/"cached":(?:true|false)/, "")
    .replace(
      /\b\d{1,2}:\d{2}(?=\u00a0local)|(?<=当地时间\u00a0)\d{1,2}:\d{2}/g,
      "",
    )
    .replace(/__frsh_c=[^"#&]*/g, "")
    .replace(/\/_fresh\/js\/[^"]*/g, "")
    .replace(/(<script type="application\/json"[^>]*>)[^<]*/, "$1")
    .replace(/\s+>/g, ">")
    .replace(/(<\w+)\s+/g, "$1 ");
}

/** Where the second text leaves the first. */
function difference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const around = (text: string) =>
    JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  return `${around(a)}\n    ${around(b)}`;
}

/** Asks both servers the same, several questions at a time. @returns the questions whose answers differ, and how */
async function differing(
  bases: readonly [string, string],
  questions: readonly Question[],
): Promise<{ question: Question; how: string }[]> {
  const found: { question: Question; how: string }[] = [];
  let next = 0;
  const ask = async () => {
    while (next < questions.length) {
      const question = questions[next++];
      const [a, b] = await Promise.all(
        bases.map((base) => comparableResponse(base, question)),
      );
      if (a !== b) found.push({ question, how: difference(a, b) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return found;
}

/** @returns whether all answers are the same */
async function compare(
  bases: readonly [string, string],
  name: string,
  addresses: readonly IpAddress[],
  kinds: readonly ((ip: string) => Question)[],
): Promise<boolean> {
  const questions = addresses.flatMap(({ text }) =>
    kinds.map((question) => question(text))
  );
  let found = await differing(bases, questions);
  const atFirst = found.length;
  if (atFirst > 0) {
    // On a busy machine a name server may be late, and an answer lacks the name.
    await new Promise((resolve) => setTimeout(resolve, UNKNOWN_NAME_MS));
    found = await differing(bases, found.map(({ question }) => question));
  }
  for (
    const { question: { path, headers }, how } of found.slice(0, MAX_SHOWN)
  ) {
    console.log(`${path} ${JSON.stringify(headers)}\n    ${how}`);
  }
  console.log(
    `${name}: ${addresses.length} addresses, ${questions.length} answers, ` +
      `${found.length} differ (${atFirst} at first)`,
  );
  return found.length === 0;
}

/** One in ten is an IPv6 address. */
function addresses(count: number): IpAddress[] {
  const some = Math.floor(count / 10);
  return [
    ...publicAddresses(count - some, randomV4),
    ...publicAddresses(some, randomV6),
  ];
}

const { values, positionals } = parseArgs({
  options: {
    records: { type: "string", default: "100000" },
    pages: { type: "string", default: "10000" },
  },
  allowPositionals: true,
});
const [first, second] = positionals;
if (!second) throw new Error("compare.ts needs the URLs of two servers");
const bases = [first, second] as const;
const pageCount = Number(values.pages);
const isSame = [
  await compare(bases, "records", addresses(Number(values.records)), records),
  await compare(bases, "short forms", addresses(pageCount), shortForms),
  await compare(bases, "pages", addresses(pageCount), pages),
];
Deno.exit(isSame.every(Boolean) ? 0 : 1);
