import assert from "node:assert/strict";
import { parseCidr } from "../../../../lib/net/cidr.ts";
import { parseDomain } from "../../../../lib/net/domain.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import { Bootstrap } from "../../../../lib/whois/rdap/bootstrap.ts";
import { RdapClient } from "../../../../lib/whois/rdap/rdap_client.ts";
import { createSafeGet } from "../../../../lib/whois/rdap/safe_get.ts";
import {
  arinNetwork,
  autnum,
  ripeNetwork,
} from "../../../support/rdap_bodies.ts";
import {
  rdap,
  type RdapServer,
  redirect,
  startRdapServer,
} from "../../../support/rdap_server.ts";
import { recordPaths, ruleOf, startRegistry } from "./local_registry.ts";

const { signal } = new AbortController();
const v4 = parseIp("198.51.100.7")!;
const v6 = parseIp("2001:db8::7")!;

/** A client with the bootstrap files of a registry. */
function clientOf(registry: RdapServer, allowed?: string[]) {
  const get = createSafeGet(ruleOf(allowed));
  const now = () => 1_700_000_000_000;
  const baseUrl = new URL("bootstrap/", registry.url);
  const bootstrap = new Bootstrap({ get, baseUrl, now });
  return new RdapClient({ get, bootstrap, now });
}

/** Bootstrap files with a server for IPv4 and another for IPv6. */
function startList(v4: RdapServer, v6: RdapServer) {
  return startRdapServer((path) =>
    rdap({
      services: path === "/bootstrap/ipv4.json"
        ? [[["0.0.0.0/0"], [v4.url]]]
        : [[["::/0"], [v6.url]]],
    })
  );
}

/** A failure of a registry, whose message is its code. */
const failure = (code: string, retryAfterMs: number | null = null) => ({
  name: "RegistryError",
  code,
  message: code,
  retryAfterMs,
});

Deno.test("RdapClient.domain - rejects a response about another name", async () => {
  let ldhName: unknown;
  let status = ["active"];
  await using registry = startRegistry(() =>
    rdap({ objectClassName: "domain", ldhName, status })
  );
  const ask = (name: string) =>
    clientOf(registry).domain(parseDomain(name)!, signal);
  ldhName = "other.test";
  await assert.rejects(ask("a.test"), { code: "other_name" });
  const cases = [
    ["a.test", "A.TEST."],
    ["bücher.test", "xn--bcher-kva.test"],
    ["bücher.test", "Bücher.test"],
    // A response that does not give its name is accepted.
    ["a.test", undefined],
    ["a.test", "no name"],
  ] as const;
  for (const [name, given] of cases) {
    ldhName = given;
    assert((await ask(name)) !== null, `${name} ${given}`);
  }
  ldhName = undefined;
  status = [];
  await assert.rejects(ask("a.test"), { code: "malformed" });
});

Deno.test("RdapClient - queries addresses, numbers and names, and returns record, URL and JSON", async () => {
  const bodies: Record<string, unknown> = {
    "/ip/198.51.100.7": arinNetwork,
    "/ip/2001:db8::7": ripeNetwork,
    "/autnum/64496": autnum,
    "/domain/a.test": { objectClassName: "domain", ldhName: "a.test" },
  };
  await using registry = startRegistry((path) => rdap(bodies[path]));
  const client = clientOf(registry);
  const network = await client.ip(v4, signal);
  assert.equal(network?.record.name, "EXAMPLE-NET");
  assert.equal(network?.url.href, `${registry.url}ip/198.51.100.7`);
  assert.deepEqual(network?.json, arinNetwork);
  assert.equal((await client.ip(v6, signal))?.record.name, "ZZ-EXAMPLE");
  assert.equal((await client.autnum(64496, signal))?.record.name, "EXAMPLE-AS");
  const name = await client.domain(parseDomain("A.test")!, signal);
  assert.equal(name?.record.ldhName, "a.test");
  assert.deepEqual(recordPaths(registry), Object.keys(bodies));
});

Deno.test("RdapClient.entity - queries a whole handle, and rejects a response about another", async () => {
  let handle: unknown;
  await using registry = startRegistry(() =>
    rdap({ objectClassName: "entity", handle })
  );
  const ask = () => clientOf(registry).entity("XY12-test", signal);
  for (const given of ["XY12-TEST", "xy12", undefined]) {
    handle = given;
    assert.equal((await ask())?.record.handle, given ?? null);
  }
  handle = "XY13-TEST";
  await assert.rejects(ask(), { code: "malformed" });
  assert.deepEqual(recordPaths(registry), Array(4).fill("/entity/XY12-test"));
  const untagged = clientOf(registry).entity("XY12-OTHER", signal);
  await assert.rejects(untagged, { code: "no_server" });
});

Deno.test("RdapClient.block - queries the network that contains a block", async () => {
  await using registry = startRegistry(() => rdap(arinNetwork));
  const client = clientOf(registry);
  const half = await client.block(parseCidr("198.51.100.128/25")!, signal);
  assert.equal(half?.record.name, "EXAMPLE-NET");
  // The response's network contains the first address of this block, but not
  // the last.
  const twice = client.block(parseCidr("198.51.100.0/23")!, signal);
  await assert.rejects(twice, { code: "malformed" });
  const expected = ["/ip/198.51.100.128/25", "/ip/198.51.100.0/23"];
  assert.deepEqual(recordPaths(registry), expected);
});

Deno.test("RdapClient - follows a redirect to another registry", async () => {
  await using other = startRdapServer(() => rdap(ripeNetwork));
  await using registry = startRegistry((path) =>
    redirect(new URL(path, other.url).href, 301)
  );
  const response = await clientOf(registry).ip(v6, signal);
  assert.equal(response?.record.handle, "2001:db8::/32");
  assert.equal(response?.url.href, `${other.url}ip/2001:db8::7`);
});

Deno.test("RdapClient - returns null if nothing is registered", async () => {
  await using registry = startRegistry(() => undefined);
  const client = clientOf(registry);
  assert.equal(await client.ip(v4, signal), null);
  assert.equal(await client.autnum(64496, signal), null);
  assert.equal(await client.domain(parseDomain("a.test")!, signal), null);
});

Deno.test("RdapClient - rejects with no_server if no registry has a server", async () => {
  await using registry = startRegistry(() => undefined);
  const client = clientOf(registry);
  const domain = parseDomain("a.example")!;
  const noServer = failure("no_server");
  await assert.rejects(client.domain(domain, signal), noServer);
  await assert.rejects(client.autnum(4294967295, signal), noServer);
  assert.deepEqual(recordPaths(registry), []);
});

Deno.test("RdapClient - pauses queries to a busy registry only", async () => {
  await using busy = startRdapServer(() =>
    new Response(null, { status: 429, headers: { "retry-after": "120" } })
  );
  await using well = startRdapServer(() => rdap(ripeNetwork));
  await using list = startList(busy, well);
  const client = clientOf(list);
  await assert.rejects(client.ip(v4, signal), failure("busy", 120_000));
  await assert.rejects(client.ip(v4, signal), failure("paused"));
  assert.equal((await client.ip(v6, signal))?.record.name, "ZZ-EXAMPLE");
  assert.deepEqual(busy.requests, ["/ip/198.51.100.7"]);
});

Deno.test("RdapClient - pauses queries to a registry that keeps failing only", async () => {
  await using down = startRdapServer(() => new Response(null, { status: 500 }));
  await using well = startRdapServer(() => rdap(ripeNetwork));
  await using list = startList(down, well);
  const client = clientOf(list);
  for (const code of ["rejected", "rejected", "rejected", "paused"]) {
    await assert.rejects(client.ip(v4, signal), { code });
  }
  assert.equal(down.requests.length, 3);
  assert.equal((await client.ip(v6, signal))?.record.name, "ZZ-EXAMPLE");
});

Deno.test("RdapClient - rejects with no_bootstrap if the bootstrap file cannot be loaded", async () => {
  await using list = startRdapServer((path) =>
    path === "/bootstrap/asn.json" ? rdap({ services: [] }) : undefined
  );
  const client = clientOf(list);
  const missing = failure("no_bootstrap");
  await assert.rejects(client.ip(v4, signal), missing);
  await assert.rejects(client.domain(parseDomain("a.test")!, signal), missing);
  // One of the files is enough.
  await client.check(signal);
});

Deno.test("RdapClient.check - rejects if no bootstrap file can be loaded", async () => {
  await using list = startRdapServer(() => undefined);
  await assert.rejects(clientOf(list).check(signal));
});

function typed(body: string | null, type: string, status = 200): Response {
  return new Response(body, { status, headers: { "content-type": type } });
}
const notFound = (body: string | null, type = "application/rdap+json") =>
  typed(body, type, 404);

Deno.test("RdapClient - takes a 404 without a body or with an RDAP error for no registration", async () => {
  const bodies = [
    ...[null, "\n", '{"errorCode":404,"title":"Not Found"}'],
    '{"rdapConformance":["rdap_level_0"],"notices":[]}',
  ];
  for (const body of bodies) {
    await using registry = startRegistry(() => notFound(body));
    assert.equal(await clientOf(registry).ip(v4, signal), null);
  }
});

Deno.test("RdapClient - rejects with the code of each failure", async () => {
  const denied = '{"errorCode":404,"description":["Access denied"]}';
  const cases: [string, () => Response][] = [
    ["rejected", () => new Response("no", { status: 400 })],
    ["rejected", () => new Response("no", { status: 503 })],
    ["busy", () => notFound('{"errorCode":404,"title":"Too many queries"}')],
    ["malformed", () => notFound(denied)],
    // Of a gateway in front of a registry.
    ["rejected", () => notFound("<title>404 Not Found</title>", "text/html")],
    ["rejected", () => notFound('{"message":"Not Found"}', "application/json")],
    ["rejected", () => notFound("null", "application/json")],
    ["rejected", () => notFound('{"errorCode":429}')],
    ["wrong_type", () => typed("{}", "text/html")],
    ["malformed", () => typed("{", "application/rdap+json")],
    ["malformed", () => rdap({ errorCode: 404 })],
    ["malformed", () => rdap(autnum)],
    ["malformed", () => rdap(ripeNetwork)],
    ["malformed", () => rdap({ ...arinNetwork, endAddress: "198.51.100.6" })],
    ["too_large", () => rdap({ x: "x".repeat(262_144) })],
    ["too_many_redirects", () => redirect("/ip/198.51.100.7")],
    ["redirect_not_allowed", () => redirect("https://10.0.0.1/")],
  ];
  for (const [code, response] of cases) {
    await using registry = startRegistry(response);
    await assert.rejects(clientOf(registry).ip(v4, signal), failure(code));
  }
});

Deno.test("RdapClient.autnum - rejects a response about another autonomous system", async () => {
  await using registry = startRegistry(() => rdap(autnum));
  const other = clientOf(registry).autnum(64497, signal);
  await assert.rejects(other, { code: "malformed" });
});

Deno.test("RdapClient - queries reserved addresses in allowed networks only", async () => {
  await using registry = startRegistry(() => rdap(arinNetwork));
  const refused = clientOf(registry, ["10.0.0.0/8"]).ip(v4, signal);
  await assert.rejects(refused, failure("server_not_allowed"));
  assert.deepEqual(recordPaths(registry), []);
});

Deno.test("RdapClient - stops on abort", async () => {
  const controller = new AbortController();
  const release = Promise.withResolvers<void>();
  await using registry = startRegistry(async () => {
    controller.abort(new Error("enough"));
    await release.promise;
    return rdap(arinNetwork);
  });
  const asking = clientOf(registry).ip(v4, controller.signal);
  await assert.rejects(asking, { message: "enough" });
  release.resolve();
});
