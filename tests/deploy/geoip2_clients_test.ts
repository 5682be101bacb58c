/** The official clients of MaxMind's web services, unchanged but for the host. They insist on HTTPS. */
import assert from "node:assert/strict";
import { testApp } from "../support/app.ts";
import { newMember } from "../support/members.ts";
import { makeTlsPair } from "../support/tls_pair.ts";
import { outcomeOf, programTest } from "./program_test_of.ts";

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

const found: readonly Printed[] = [
  { city: "Mountain View", country: "US", asn: 15169, address: peer },
  { city: "Mountain View", country: "US", asn: 15169, address: peer },
  { country: "US", address: "2001:4860:4860::8888" },
];

const insights: Printed = {
  city: "Mountain View",
  country: "US",
  asn: 15169,
  address: peer,
  isHosting: true,
  remaining: 99,
};

/** Runs a client against the service over HTTPS; what it printed. */
async function printedBy(
  program: string,
  argsBefore: (folder: string) => string[],
): Promise<Printed[]> {
  const app = await testApp({ env: { GEO_EDITION: "city" } });
  const { token } = await newMember(app, "geoip2@example.net");
  const pair = await makeTlsPair("DNS:localhost");
  const folder = await Deno.makeTempDir({ prefix: "geoip2-" });
  const certificate = `${folder}/cert.pem`;
  await Deno.writeTextFile(certificate, pair.cert);
  const server = Deno.serve({
    ...pair,
    hostname: "127.0.0.1",
    port: 0,
    onListen() {},
  }, ({ url, headers }) => {
    const { pathname, search } = new URL(url);
    return app.get(pathname + search, { peer, headers });
  });
  try {
    const { code, output } = await outcomeOf(program, [
      ...argsBefore(folder),
      `localhost:${server.addr.port}`,
      token,
      JSON.stringify(REQUESTS),
    ], {
      DENO_CERT: certificate,
      DENO_NO_UPDATE_CHECK: "1",
      REQUESTS_CA_BUNDLE: certificate,
      SSL_CERT_FILE: certificate,
      PERL_LWP_SSL_CA_FILE: certificate,
    });
    assert.equal(code, 0, output);
    return output.trim().split("\n").map((line) => JSON.parse(line));
  } finally {
    await server.shutdown();
    await app[Symbol.asyncDispose]();
    await Deno.remove(folder, { recursive: true });
  }
}

const clientPath = (suffix: string) =>
  new URL(`./geoip2_client${suffix}`, import.meta.url).pathname;

Deno.test("@maxmind/geoip2-node - finds addresses, and is told errors", async () => {
  const printed = await printedBy(
    Deno.execPath(),
    () => ["run", "-A", "-q", clientPath(".mjs")],
  );
  assert.deepEqual(printed, [
    found[0],
    // It asks about addresses only.
    { error: "IP_ADDRESS_INVALID" },
    found[2],
    { error: "IP_ADDRESS_NOT_FOUND" },
    { error: "AUTHORIZATION_INVALID" },
    insights,
  ]);
});

programTest(
  "python3-geoip2 - finds addresses, and is told errors",
  "python3",
  async () => {
    const printed = await printedBy(
      "/usr/bin/python3",
      () => [clientPath(".py")],
    );
    assert.deepEqual(printed, [
      ...found,
      { error: "AddressNotFoundError" },
      { error: "AuthenticationError" },
      insights,
    ]);
  },
);

programTest(
  "libgeoip2-perl - finds addresses, and is told errors",
  "perl",
  async (perl) => {
    const printed = await printedBy(perl, () => [clientPath(".pl")]);
    assert.deepEqual(printed, [
      ...found,
      { error: "GeoIP2::Error::IPAddressNotFound" },
      { error: "AUTHORIZATION_INVALID" },
      insights,
    ]);
  },
);
