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

const NODE = `
import { WebServiceClient } from "@maxmind/geoip2-node";

const [host, token, requests] = Deno.args;
for (const [service, ip, hasToken] of JSON.parse(requests)) {
  const key = hasToken ? token : "not-a-license";
  const client = new WebServiceClient("42", key, { host });
  try {
    const { city, country, traits, maxmind } = await client[service](ip);
    console.log(JSON.stringify({
      city: city?.names?.en,
      country: country.isoCode,
      asn: traits.autonomousSystemNumber,
      address: traits.ipAddress,
      isHosting: service === "insights" ? traits.isHostingProvider : undefined,
      remaining: maxmind?.queriesRemaining,
    }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.code }));
  }
}
`;

const PYTHON = `
import json, sys
from geoip2.errors import GeoIP2Error
from geoip2.webservice import Client

host, token, requests = sys.argv[1:]
for service, ip, has_token in json.loads(requests):
    key = token if has_token else "not-a-license"
    client = Client(42, key, host=host)
    try:
        found = getattr(client, service)(ip)
        city = getattr(found, "city", None)
        insights = service == "insights"
        said = {
            "city": city.name if city else None,
            "country": found.country.iso_code,
            "asn": found.traits.autonomous_system_number,
            "address": str(found.traits.ip_address),
            "isHosting": found.traits.is_hosting_provider if insights else None,
            "remaining": found.maxmind.queries_remaining,
        }
        print(json.dumps({k: v for k, v in said.items() if v is not None}))
    except GeoIP2Error as error:
        print(json.dumps({"error": type(error).__name__}))
`;

const PERL = `
use strict;
use warnings;
use GeoIP2::WebService::Client;
use JSON::PP;

my ( $host, $token, $requests ) = @ARGV;
my $json = JSON::PP->new->canonical;
for ( @{ $json->decode($requests) } ) {
    my ( $service, $ip, $has_token ) = @$_;
    my $client = GeoIP2::WebService::Client->new(
        account_id  => 42,
        license_key => $has_token ? $token : 'not-a-license',
        host        => $host,
    );
    my $said = eval {
        my $found  = $client->$service( ip => $ip );
        my $traits = $found->traits;
        my $is_insights = $service eq 'insights';
        my %said = (
            city    => $found->can('city') ? $found->city->name : undef,
            country => $found->country->iso_code,
            asn     => $traits->autonomous_system_number,
            address => $traits->ip_address,
            isHosting => $is_insights
                ? $traits->is_hosting_provider ? \\1 : \\0
                : undef,
            remaining => $found->maxmind->queries_remaining,
        );
        delete $said{$_} for grep { !defined $said{$_} } keys %said;
        \\%said;
    };
    my $error = $@;
    $said //= { error => $error->can('code') ? $error->code : ref $error };
    print $json->encode($said), "\\n";
}
`;

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

async function writeScript(name: string, text: string): Promise<string> {
  const path = await Deno.makeTempFile({ suffix: name });
  await Deno.writeTextFile(path, text);
  return path;
}

/** A client's script in the project, where its packages are found. */
const config = new URL("../../deno.json", import.meta.url).pathname;

Deno.test("@maxmind/geoip2-node - finds addresses, and is told errors", async () => {
  const script = await writeScript(".ts", NODE);
  const printed = await printedBy(
    Deno.execPath(),
    () => ["run", "-A", "-q", "--no-check", `--config=${config}`, script],
  );
  await Deno.remove(script);
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
    const script = await writeScript(".py", PYTHON);
    const printed = await printedBy("/usr/bin/python3", () => [script]);
    await Deno.remove(script);
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
    const script = await writeScript(".pl", PERL);
    const printed = await printedBy(perl, () => [script]);
    await Deno.remove(script);
    assert.deepEqual(printed, [
      ...found,
      { error: "GeoIP2::Error::IPAddressNotFound" },
      { error: "AUTHORIZATION_INVALID" },
      insights,
    ]);
  },
);
