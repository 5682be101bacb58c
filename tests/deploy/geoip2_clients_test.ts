/** The official clients of MaxMind's web services, unchanged but for the host. They insist on HTTPS. */
import assert from "node:assert/strict";
import { testApp } from "../support/app.ts";
import { newMember } from "../support/members.ts";
import { makeTlsPair } from "../support/tls_pair.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { outcomeOf, programTests } from "./program_test_of.ts";

const test = programTests("python3", "perl");

const peer = "66.102.0.1";
/** A public address of which the tables know nothing. */
const UNKNOWN = "2534:bcd7:7882::1";

/** What a client prints: a JSON value for each request, in order. */
interface Printed {
  readonly city?: string;
  readonly country?: string;
  readonly asn?: number;
  readonly address?: string;
  readonly isHosting?: boolean;
  readonly remaining?: number;
  /** MaxMind's code, or the client's own name of the error. */
  readonly error?: string;
}

/** The requests that every client sends: service, address, and whether with a token. */
const REQUESTS = [
  ["city", "66.102.0.1", false],
  ["city", "me", false],
  ["country", "2001:4860:4860::8888", false],
  ["country", UNKNOWN, false],
  ["insights", "66.102.0.1", false],
  ["insights", "66.102.0.1", true],
] as const;

const place = { city: "Mountain View", country: "US" };
const city: Printed = { ...place, asn: 15169, address: peer };
const country: Printed = { country: "US", address: "2001:4860:4860::8888" };
const insights: Printed = { ...city, isHosting: true, remaining: 99 };

/** Runs a client against the service over HTTPS; what it printed. */
async function printedBy(
  program: string,
  argsBefore: string[],
): Promise<Printed[]> {
  await using app = await testApp({ env: { GEO_EDITION: "city" } });
  const { token } = await newMember(app, "geoip2@example.net");
  const pair = await makeTlsPair("DNS:localhost");
  await using folder = await tempFolder("geoip2-");
  const certificate = `${folder.path}/cert.pem`;
  await Deno.writeTextFile(certificate, pair.cert);
  const listen = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const options = { ...pair, ...listen };
  await using server = Deno.serve(options, ({ url, headers }) => {
    const { pathname, search } = new URL(url);
    return app.get(pathname + search, { peer, headers });
  });
  const host = `localhost:${server.addr.port}`;
  const args = [...argsBefore, host, token, JSON.stringify(REQUESTS)];
  const { code, output } = await outcomeOf(program, args, {
    DENO_CERT: certificate,
    DENO_NO_UPDATE_CHECK: "1",
    REQUESTS_CA_BUNDLE: certificate,
    SSL_CERT_FILE: certificate,
    PERL_LWP_SSL_CA_FILE: certificate,
  });
  assert.equal(code, 0, output);
  return output.trim().split("\n").map((line) => JSON.parse(line));
}

const clientPath = (suffix: string) =>
  new URL(`./geoip2_client${suffix}`, import.meta.url).pathname;

Deno.test("@maxmind/geoip2-node - finds addresses, and is told errors", async () => {
  const args = ["run", "-A", "-q", clientPath(".mjs")];
  assert.deepEqual(await printedBy(Deno.execPath(), args), [
    city,
    // It asks about addresses only.
    { error: "IP_ADDRESS_INVALID" },
    country,
    { error: "IP_ADDRESS_NOT_FOUND" },
    { error: "AUTHORIZATION_INVALID" },
    insights,
  ]);
});

test.python3("python3-geoip2 - finds addresses, and is told errors", async () => {
  const printed = await printedBy("/usr/bin/python3", [clientPath(".py")]);
  assert.deepEqual(printed, [
    ...[city, city, country],
    { error: "AddressNotFoundError" },
    { error: "AuthenticationError" },
    insights,
  ]);
});

test.perl("libgeoip2-perl - finds addresses, and is told errors", async (perl) => {
  assert.deepEqual(await printedBy(perl, [clientPath(".pl")]), [
    ...[city, city, country],
    { error: "GeoIP2::Error::IPAddressNotFound" },
    { error: "AUTHORIZATION_INVALID" },
    insights,
  ]);
});
