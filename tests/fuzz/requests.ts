/** One request of the fuzz as sent: valid, or malformed in any of its parts. */
import type { Choice } from "./choice.ts";
import { anyIp, formValue, oddValue } from "./odd_values.ts";
import { type FuzzRoute, pathOf } from "./routes.ts";

/** What the fuzz knows about the service. */
export interface Knowledge {
  routes: readonly FuzzRoute[];
  /** The main one first. */
  hosts: readonly string[];
  /** `Cookie` values of members, an administrator among them. */
  cookies: readonly string[];
  tokens: readonly string[];
  /** Names of form fields with the values they had. */
  fields: readonly (readonly [name: string, value: string])[];
}

export interface FuzzRequest {
  /** The pattern of the route it was made from. */
  group: string;
  /** Every character is one octet. */
  text: string;
  /** Whether it is complete, so that the server must respond. */
  isWhole: boolean;
}

const QUERY_NAMES = ("lang callback output q query dns_type dns_match cursor " +
  "after before next done limit page type match side days range from to theme")
  .split(" ");
const QUERY_VALUES = ("zh en json jsonp show a.b dns_lookup rdns_lookup " +
  "rdns_scan ip_domains rdns_pattern cname_pattern dnsbl left middle right 1 50 /")
  .split(" ");
const ACCEPTS = [
  "*/*",
  "text/html",
  "application/json",
  "text/plain",
  "text/html;q=0,*/*",
  "application/json;q=abc",
  ",;=,",
  `${"a/b,".repeat(400)}`,
];
const ODD_METHODS = [
  "CONNECT",
  "TRACE",
  "BREW",
  "PROPFIND",
  "get",
  "G\u0000T",
  "A".repeat(300),
];
const WRITING = ["PUT", "PATCH", "DELETE"];
const ODD_TARGETS = [
  "*",
  "http://evil.example/",
  "http://[::1",
  "https://a@b:c/",
  "//evil.example/ip",
  "/\\evil.example",
  "ip",
  "?",
  "/?",
  "/#a",
  "/%",
  "/../../etc/passwd",
  "/./ip/",
  "///ip//",
  "example.com:443",
];
const MUTATIONS: readonly ((path: string, choice: Choice) => string)[] = [
  (path, choice) => path + oddValue(choice),
  (path) => `${path}/`,
  (path) => `${path}%`,
  (path) => path.replaceAll("/", "//"),
  (path) => `/.${path}/..`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll("/", "%2f"),
  (path) => `${path}\\`,
  (path) => `${path};a=b`,
  (path, choice) => `${path}/${"a".repeat(choice.upTo(20_000))}`,
  (path, choice) => {
    const at = choice.upTo(path.length + 1);
    return path.slice(0, at) + choice.octets(1) + path.slice(at);
  },
];

/** The request for a choice. */
export function fuzzRequest(choice: Choice, known: Knowledge): FuzzRequest {
  const route = choice.of(known.routes);
  const method = methodOf(choice, route);
  const target = choice.chance(0.02)
    ? choice.of(ODD_TARGETS)
    : pathFor(choice, route) + queryOf(choice);
  const version = choice.chance(0.01)
    ? choice.of(["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9", ""])
    : "HTTP/1.1";
  const headers = headersOf(choice, known, route);
  const { body, isWhole, extra } = bodyOf(choice, known, method);
  const lines = [`${method} ${target} ${version}`, ...headers, ...extra];
  return {
    group: route.pattern,
    text: `${lines.join("\r\n")}\r\n\r\n${body}`,
    isWhole,
  };
}

function methodOf(choice: Choice, { isForm }: FuzzRoute): string {
  const kind = choice.upTo(100);
  if (isForm && kind < 40) return "POST";
  if (kind < 80) return "GET";
  if (kind < 86) return "HEAD";
  if (kind < 89) return "OPTIONS";
  if (kind < 93) return "POST";
  return choice.of(kind < 97 ? WRITING : ODD_METHODS);
}

function pathFor(choice: Choice, { pattern }: FuzzRoute): string {
  const value = () => {
    const text = oddValue(choice);
    return choice.chance(0.7) ? text.replaceAll(/[\s?#]/g, "") : text;
  };
  const path = pathOf(pattern, value);
  return choice.chance(0.2) ? choice.of(MUTATIONS)(path, choice) : path;
}

function queryOf(choice: Choice): string {
  if (choice.chance(0.5)) return "";
  const parts = Array.from({ length: 1 + choice.upTo(4) }, () => {
    const name = choice.chance(0.95)
      ? choice.of(QUERY_NAMES)
      : oddValue(choice);
    const value = choice.chance(0.5)
      ? choice.of(QUERY_VALUES)
      : oddValue(choice).replaceAll(/[\s#]/g, "+");
    return choice.chance(0.05) ? name : `${name}=${value}`;
  });
  return `?${parts.join("&")}`;
}

/** A client behind the proxy: mostly a new one, sometimes one of a few frequent ones. */
function clientOf(choice: Choice): string {
  if (choice.chance(0.05)) return `198.51.100.${choice.upTo(20)}`;
  if (choice.chance(0.03)) return oddValue(choice);
  if (choice.chance(0.03)) return `${anyIp(choice)}, ${oddValue(choice)}`;
  return anyIp(choice);
}

function headersOf(
  choice: Choice,
  known: Knowledge,
  { pattern }: FuzzRoute,
): string[] {
  const lines = [
    `Host: ${hostOf(choice, known)}`,
    "Connection: close",
    `X-Forwarded-For: ${clientOf(choice)}`,
    `Accept: ${choice.of(ACCEPTS)}`,
  ];
  const isMembers = /^\/(?:admin|console)/.test(pattern);
  const isV2 = pattern.startsWith("/api/v2");
  const maybe = (share: number, line: () => string) => {
    if (choice.chance(share)) lines.push(line());
  };
  maybe(isMembers ? 0.9 : 0.2, () => `Cookie: ${cookieOf(choice, known)}`);
  maybe(
    isV2 ? 0.7 : 0.05,
    () => `Authorization: Bearer ${tokenOf(choice, known)}`,
  );
  maybe(isV2 ? 0.2 : 0.05, () => `X-API-Key: ${tokenOf(choice, known)}`);
  maybe(0.2, () => `Accept-Language: ${choice.of(["zh", "en", "zh;q=x,,"])}`);
  maybe(0.1, () => `Origin: ${choice.of(["null", "http://evil.example"])}`);
  maybe(
    0.1,
    () => `Sec-Fetch-Site: ${choice.of(["same-origin", "none", "x"])}`,
  );
  maybe(0.1, () => `User-Agent: ${oddValue(choice)}`);
  maybe(0.05, () => `If-None-Match: ${oddValue(choice)}`);
  maybe(0.03, () => `Range: bytes=${oddValue(choice)}`);
  maybe(0.02, () => `Host: ${oddValue(choice)}`);
  maybe(0.02, () => `X-Odd: a${choice.octets(3)}b`);
  maybe(
    0.02,
    () => `Accept-Encoding: ${choice.of(["gzip", "br;q=0", "\u0000"])}`,
  );
  maybe(0.02, () => `${choice.octets(2)}: a`);
  maybe(0.01, () => `X-Long: ${"a".repeat(choice.upTo(100_000))}`);
  maybe(0.01, () => "X-Many: 1\r\n".repeat(choice.upTo(300)) + "X-Last: 1");
  return lines;
}

function hostOf(choice: Choice, { hosts }: Knowledge): string {
  if (choice.chance(0.8)) return hosts[0];
  return choice.chance(0.7) ? choice.of(hosts) : oddValue(choice);
}

function cookieOf(choice: Choice, { cookies }: Knowledge): string {
  const kind = choice.upTo(10);
  if (kind < 7 && cookies.length > 0) return choice.of(cookies);
  if (kind < 9) return `lang=${oddValue(choice)}; theme=dark`;
  const odd = oddValue(choice);
  return choice.of([`porthole_session=${odd}`, odd, ";;=;", `a=${odd};`]);
}

function tokenOf(choice: Choice, { tokens }: Knowledge): string {
  return choice.chance(0.5) ? choice.of(tokens) : oddValue(choice);
}

interface Body {
  body: string;
  isWhole: boolean;
  /** Header lines. */
  extra: string[];
}

const NO_BODY: Body = { body: "", isWhole: true, extra: [] };

function bodyOf(choice: Choice, known: Knowledge, method: string): Body {
  const isUsual = ["POST", ...WRITING].includes(method);
  if (!choice.chance(isUsual ? 0.9 : 0.03)) return NO_BODY;
  const { body, type } = choice.of(BODIES)(choice, known);
  const extra = [
    `Content-Type: ${choice.chance(0.95) ? type : oddValue(choice)}`,
  ];
  if (choice.chance(0.04)) {
    extra.push("Transfer-Encoding: chunked");
    const length = body.length.toString(16);
    const isWhole = choice.chance(0.7);
    const end = isWhole ? "0\r\n\r\n" : "zz\r\n";
    return { body: `${length}\r\n${body}\r\n${end}`, isWhole, extra };
  }
  const missing = choice.chance(0.02) ? 1 + choice.upTo(50) : 0;
  extra.push(`Content-Length: ${body.length + missing}`);
  return { body, isWhole: missing === 0, extra };
}

const BODIES: readonly ((
  choice: Choice,
  known: Knowledge,
) => { body: string; type: string })[] = [
  formOf,
  formOf,
  formOf,
  (choice, { fields }) => ({
    type: "multipart/form-data; boundary=x",
    body:
      fields.slice(0, 1 + choice.upTo(5)).map(([name]) =>
        `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${
          formValue(choice)
        }\r\n`
      ).join("") + (choice.chance(0.8) ? "--x--\r\n" : ""),
  }),
  (choice) => ({
    type: "application/json",
    body: choice.of([
      "{}",
      "[]",
      "null",
      "{",
      '{"ips":["8.8.8.8"]}',
      `{"ips":[${`"${anyIp(choice)}",`.repeat(choice.upTo(20))}"1.1.1.1"]}`,
      `{"a":${"[".repeat(5_000)}`,
      `{"__proto__":{"a":1},"email":7}`,
      JSON.stringify({ ips: [oddValue(choice)] }),
    ]),
  }),
  (choice) => ({
    type: "application/x-www-form-urlencoded",
    body: choice.of(["a=b&", "%", choice.octets(50)])
      .repeat(1 << choice.upTo(15)),
  }),
];

function formOf(choice: Choice, { fields }: Knowledge) {
  const pairs = Array.from({ length: 1 + choice.upTo(6) }, () => {
    const [name, value] = choice.of(fields);
    return choice.chance(0.6) ? [name, value] : [name, formValue(choice)];
  });
  return {
    type: "application/x-www-form-urlencoded",
    body: new URLSearchParams(pairs).toString(),
  };
}
