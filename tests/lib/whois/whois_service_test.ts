import assert from "node:assert/strict";
import { createRdapClient } from "../../../lib/whois/rdap/rdap_client.ts";
import { RegistryError } from "../../../lib/whois/rdap/registry_error.ts";
import {
  WhoisService,
  type WhoisServiceOptions,
} from "../../../lib/whois/whois_service.ts";
import { parseWhoisRecord } from "../../../lib/whois/whois_record.ts";
import { parseNumberRecord } from "../../../lib/whois/whois_number.ts";
import { parseRegistryTarget } from "../../../lib/whois/whois_target.ts";
import { arinNetwork, autnum } from "../../support/rdap_bodies.ts";
import {
  rdap,
  type RdapServer,
  redirect,
  startRawServer,
  startRdapServer,
} from "../../support/rdap_server.ts";
import {
  type Answer,
  recordPaths,
  ruleOf,
  startRegistry,
} from "./rdap/local_registry.ts";
import { registryText } from "../../support/whois_bodies.ts";
import { caller, clientAt } from "../../support/caller.ts";

const START = Date.UTC(2026, 10, 21, 12);

type Whois = NonNullable<WhoisServiceOptions["whois"]>;
const noNumbers = () => Promise.reject(new RegistryError("no_server"));

function serviceOf(
  registry: RdapServer,
  options: Partial<WhoisServiceOptions> = {},
  allowed?: string[],
) {
  const { now = () => START } = options;
  const bootstrapUrl = new URL("bootstrap/", registry.url);
  const rdap = createRdapClient({ ...ruleOf(allowed), bootstrapUrl, now });
  return new WhoisService({ rdap, ...options, now });
}

function describe(
  service: WhoisService,
  text: string,
  { client = caller.client, signal = caller.signal } = {},
) {
  return service.describe(parseRegistryTarget(text), { client, signal });
}

const domain = (name: string) => ({ objectClassName: "domain", ldhName: name });

/** Responds to a request once it is released, and tells when the first arrives. */
function heldBack(response: (path: string) => unknown) {
  const release = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  return {
    release: release.resolve,
    arrived: arrived.promise,
    async respond(path: string) {
      arrived.resolve();
      await release.promise;
      return rdap(response(path));
    },
  };
}
/** A registry that has a record of example.test, and this status for others. */
const onlyExample = (status: number): Answer => (path) =>
  path === "/domain/example.test"
    ? rdap(domain("example.test"))
    : new Response(null, { status });
/** A registry that has a record of every name. */
const anyName = (path: string) => domain(path.slice("/domain/".length));

/** What a failure of a registry is for the client. */
const failed = (failure: string) => ({
  name: "AppError",
  status: 422,
  code: "QUERY_FAILED",
  params: { reason: "registry_failed", failure },
});

/** A whois client that has records of these names. */
function whoisOf(...names: string[]): Whois & { queries: string[] } {
  const queries: string[] = [];
  return {
    queries,
    number: noNumbers,
    domain: (name) => {
      queries.push(name.ascii);
      const text = registryText.replace("EXAMPLE.TEST", name.ascii);
      const record = names.includes(name.ascii) && parseWhoisRecord(name, text);
      return Promise.resolve(
        record ? [{ server: "whois.nic.test", text, record }] : null,
      );
    },
  };
}

function failingWhois(code: "no_server" | "unreachable"): Whois {
  return {
    domain: () => Promise.reject(new RegistryError(code)),
    number: noNumbers,
  };
}

Deno.test("WhoisService.describe - describes a name, an address, a network and an autonomous system", async () => {
  const bodies: Record<string, unknown> = {
    "/domain/example.test": domain("example.test"),
    "/ip/198.51.100.7": arinNetwork,
    "/ip/198.51.100.128/25": arinNetwork,
    "/autnum/64496": autnum,
  };
  await using registry = startRegistry((path) => rdap(bodies[path]));
  const service = serviceOf(registry);
  const cases = [
    ["Example.test", "domain", "example.test"],
    ["198.51.100.7", "ip", "198.51.100.0 – 198.51.100.255"],
    ["198.51.100.129/25", "ip", "198.51.100.0 – 198.51.100.255"],
    ["as64496", "asn", "AS64496"],
  ];
  for (const [text, kind, subject] of cases) {
    const found = await describe(service, text);
    assert.deepEqual([found.kind, found.subject], [kind, subject]);
    assert.deepEqual([found.source, found.server], ["rdap", "127.0.0.1"]);
  }
  assert.deepEqual(recordPaths(registry), Object.keys(bodies));
});

Deno.test("WhoisService.describe - queries whois if RDAP describes another name, and rejects with QUERY_FAILED if that fails", async () => {
  await using registry = startRegistry(() => rdap(domain("other.test")));
  const whois = whoisOf("example.test");
  const found = await describe(serviceOf(registry, { whois }), "example.test");
  assert.deepEqual([found.source, found.subject], ["whois", "example.test"]);
  await assert.rejects(describe(serviceOf(registry), "example.test"), {
    ...failed("other_name"),
    name: "UninterpretedError",
  });
});

Deno.test("WhoisService.describe - queries whois about a number if RDAP fails", async () => {
  await using registry = startRegistry(() => new Response("", { status: 500 }));
  const number: Whois["number"] = (target) => {
    const text = "aut-num: AS64496\n\ninetnum: 198.51.100.0/24\n";
    const record = parseNumberRecord(target, text)!;
    return Promise.resolve({ server: "whois.nic.test", text, record });
  };
  const whois = { ...failingWhois("no_server"), number };
  const cases = [
    ["198.51.100.7", "ip", "198.51.100.0 – 198.51.100.255"],
    ["AS64496", "asn", "AS64496"],
  ];
  for (const [text, kind, subject] of cases) {
    const found = await describe(serviceOf(registry, { whois }), text);
    assert.deepEqual([found.kind, found.subject], [kind, subject]);
    assert.equal(found.source, "whois");
  }
});

Deno.test("WhoisService.describe - finds the registered parent of a host name", async () => {
  await using registry = startRegistry(onlyExample(400));
  const found = await describe(serviceOf(registry), "www.example.test");
  assert.equal(found.target, "www.example.test");
  assert.equal(found.subject, "example.test");
});

Deno.test("WhoisService.describe - rejects with 404 if nothing is registered or no registry is responsible", async () => {
  await using registry = startRegistry(() => undefined);
  const service = serviceOf(registry);
  const cases = [
    ["not_registered", "example.test", "198.51.100.7", "AS64496"],
    ["not_assigned", "240.0.0.1", "240.0.0.0/8", "AS64512"],
  ];
  for (const [reason, ...targets] of cases) {
    for (const target of targets) {
      await assert.rejects(describe(service, target), {
        name: "AppError",
        status: 404,
        code: "NOT_FOUND",
        params: { reason, target },
      });
    }
  }
});

Deno.test("WhoisService.describe - queries whois if the registry has no RDAP server", async () => {
  await using registry = startRegistry(() => undefined);
  const whois = whoisOf("b.example");
  const service = serviceOf(registry, { whois });
  const found = await describe(service, "www.b.example");
  assert.deepEqual(
    [found.source, found.server, found.target, found.registrar],
    ["whois", "whois.nic.test", "www.b.example", "Example Registrar, Inc."],
  );
  assert.equal(found.fetchedAt, "2026-11-21T12:00:00.000Z");
  await assert.rejects(describe(service, "c.example"), {
    status: 404,
    params: { reason: "not_registered", target: "c.example" },
  });
  assert.deepEqual(whois.queries, ["www.b.example", "b.example", "c.example"]);
  assert.deepEqual(recordPaths(registry), []);
});

Deno.test("WhoisService.describe - queries whois if RDAP fails, but not if RDAP responds 404", async () => {
  await using registry = startRegistry((path) =>
    new Response(null, { status: path.includes("down") ? 500 : 404 })
  );
  const whois = whoisOf("down.test", "none.test");
  const service = serviceOf(registry, { whois });
  assert.equal((await describe(service, "down.test")).source, "whois");
  await assert.rejects(describe(service, "none.test"), { status: 404 });
  assert.deepEqual(whois.queries, ["down.test"]);
});

Deno.test("WhoisService.describe - rejects with the RDAP failure if whois fails too", async () => {
  await using registry = startRegistry(() => redirect("https://10.0.0.1/"));
  const describeBy = (whois: Whois | undefined, text: string) =>
    describe(serviceOf(registry, { whois }), text);
  const cases = [
    ["a.test", "redirect_not_allowed"],
    ["a.example", "unreachable"],
  ];
  for (const [text, failure] of cases) {
    const whois = failingWhois("unreachable");
    await assert.rejects(describeBy(whois, text), failed(failure));
  }
  // The top-level domain has a registry all the same.
  for (const whois of [failingWhois("no_server"), undefined]) {
    await assert.rejects(describeBy(whois, "a.example"), {
      status: 422,
      code: "QUERY_FAILED",
      params: { reason: "registry_without_server" },
    });
  }
});

Deno.test("WhoisService.describe - rejects with 422 if a registry redirects to a reserved address, loops, lies or floods", async () => {
  const part = new Uint8Array(1 << 20);
  let sent = 0;
  const typed = (body: BodyInit, type: string) =>
    new Response(body, { headers: { "content-type": type } });
  const flood = new ReadableStream({
    pull(controller) {
      sent += part.length;
      controller.enqueue(part);
      if (sent >= 50 << 20) controller.close();
    },
  });
  await using inner = startRdapServer(() => rdap(arinNetwork));
  const nested = "[".repeat(5_000) + "]".repeat(5_000);
  const cases: [Answer, string][] = [
    [
      () => redirect(inner.url.replace("127.0.0.1", "127.0.0.2")),
      "redirect_not_allowed",
    ],
    [(path) => redirect(path), "too_many_redirects"],
    [() => typed("<html>", "text/html"), "wrong_type"],
    [() => typed(flood, "application/rdap+json"), "too_large"],
    [() => rdap({ ...arinNetwork, x: JSON.parse(nested) }), "malformed"],
  ];
  for (const [response, failure] of cases) {
    await using registry = startRegistry(response);
    const service = serviceOf(registry, {}, ["127.0.0.1/32"]);
    await assert.rejects(describe(service, "198.51.100.7"), failed(failure));
  }
  assert(sent < 50 << 20, `${sent} bytes were sent`);
  assert.deepEqual(inner.requests, []);
});

Deno.test("WhoisService.describe - passes on a response that it cannot interpret", async () => {
  for (const body of [autnum, []]) {
    await using registry = startRegistry(() => rdap(body));
    await assert.rejects(describe(serviceOf(registry), "198.51.100.7"), {
      name: "UninterpretedError",
      status: 422,
      code: "QUERY_FAILED",
      params: { reason: "response_not_interpreted" },
      response: {
        source: "rdap",
        server: "127.0.0.1",
        raw: { type: "text", text: JSON.stringify(body) },
        fetchedAt: "2026-11-21T12:00:00.000Z",
      },
    });
  }
});

Deno.test("WhoisService.describe - does not take a name for free because its parent is, if the response about it is unreadable", async () => {
  await using registry = startRegistry(() => undefined);
  const text = "google.co.ve\nsee our new site";
  const response = { source: "whois", server: "whois.nic.test", text } as const;
  const service = serviceOf(registry, {
    whois: {
      number: noNumbers,
      domain: ({ ascii }) =>
        ascii === "google.co.example"
          ? Promise.reject(new RegistryError("malformed", { response }))
          : Promise.resolve(null),
    },
  });
  await assert.rejects(describe(service, "google.co.example"), {
    name: "UninterpretedError",
    status: 422,
    response: {
      source: "whois",
      server: "whois.nic.test",
      raw: { type: "text", text },
      fetchedAt: "2026-11-21T12:00:00.000Z",
    },
  });
});

Deno.test("WhoisService.describe - rejects with 422 if a registry is too slow", async () => {
  await using slow = await startRawServer((socket) => {
    socket.write(
      "HTTP/1.1 200 OK\r\ncontent-type: application/rdap+json\r\n\r\n",
    );
    const timer = setInterval(() => socket.write(" "), 5);
    socket.once("close", () => clearInterval(timer));
  });
  await using registry = startRegistry(() => undefined, slow.url);
  const service = serviceOf(registry, { rdapTimeoutMs: 1_000 });
  for (const text of ["198.51.100.7", "a.test"]) {
    await assert.rejects(describe(service, text), failed("timeout"));
  }
  await slow.hungUp;
});

Deno.test("WhoisService.describe - caches a registration for a day, a 404 for ten minutes, a failure for 30 s", async () => {
  let now = START;
  let status = 404;
  await using registry = startRegistry((path) =>
    path === "/autnum/64496" ? rdap(autnum) : new Response(null, { status })
  );
  const service = serviceOf(registry, { now: () => now });
  const count = () => recordPaths(registry).length;

  const first = await describe(service, "AS64496");
  now = START + 86_399_999;
  assert.equal(await describe(service, "as64496"), first);
  assert.equal(count(), 1);
  now = START + 86_400_000;
  const second = await describe(service, "AS64496");
  assert.equal(second.fetchedAt, "2026-11-22T12:00:00.000Z");
  assert.equal(count(), 2);

  const rejects = (status: number) =>
    assert.rejects(describe(service, "a.test"), { status });
  await rejects(404);
  now += 599_999;
  await rejects(404);
  assert.equal(count(), 3);
  now += 1;
  status = 500;
  await rejects(422);
  assert.equal(count(), 4);
  now += 29_999;
  await rejects(422);
  assert.equal(count(), 4);
  now += 1;
  await rejects(422);
  assert.equal(count(), 5);
});

Deno.test("WhoisService.known - is what was described within a day, also of a parent, and asks nobody", async () => {
  let now = START;
  await using registry = startRegistry(onlyExample(404));
  const service = serviceOf(registry, { now: () => now });
  const known = (ascii: string) => service.known({ ascii })?.subject ?? null;
  assert.equal(known("example.test"), null);
  await describe(service, "example.test");
  await assert.rejects(describe(service, "free.test"), { status: 404 });
  const queriesBefore = recordPaths(registry).length;
  for (
    const name of ["example.test", "www.example.test", "a.b.c.example.test"]
  ) {
    assert.equal(known(name), "example.test", name);
  }
  for (const name of ["free.test", "test", "other.test"]) {
    assert.equal(known(name), null, name);
  }
  now += 86_400_000;
  assert.equal(known("example.test"), null);
  assert.equal(recordPaths(registry).length, queriesBefore);
});

Deno.test("WhoisService.describe - coalesces equal lookups, and limits concurrent ones", async () => {
  const { release, arrived, respond } = heldBack(anyName);
  await using registry = startRegistry(respond);
  const service = serviceOf(registry, { maxConcurrent: 2, queueTimeoutMs: 1 });
  const under = [
    describe(service, "a.test"),
    describe(service, "b.test", { client: clientAt("192.0.2.2") }),
    describe(service, "a.test"),
  ];
  await assert.rejects(describe(service, "c.test"), {
    name: "AppError",
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    params: { reason: "registrations_busy", retrySeconds: 5 },
    headers: { "retry-after": "5" },
  });
  await arrived;
  release();
  const [a, b, again] = await Promise.all(under);
  assert.equal(a, again);
  assert.equal(b.subject, "b.test");
  const expected = ["/domain/a.test", "/domain/b.test"];
  assert.deepEqual(recordPaths(registry).sort(), expected);
  assert.equal((await describe(service, "c.test")).subject, "c.test");
});

Deno.test("WhoisService.describe - shares concurrent lookups fairly among clients", async () => {
  const release = Promise.withResolvers<void>();
  await using registry = startRegistry(async (path) => {
    if (path.includes("slow")) await release.promise;
    return rdap(anyName(path));
  });
  const service = serviceOf(registry, { maxConcurrent: 4 });
  const greedy = [...Array(12).keys()]
    .map((i) => describe(service, `slow${i}.test`));
  for (let i = 2; i < 8; i++) {
    const client = clientAt(`192.0.2.${i}`);
    const { subject } = await describe(service, `q${i}.test`, { client });
    assert.equal(subject, `q${i}.test`);
  }
  release.resolve();
  assert.equal((await Promise.all(greedy)).length, 12);
});

Deno.test("WhoisService.describe - aborts a lookup when its last caller leaves, and caches nothing of it", async () => {
  const { release, arrived, respond } = heldBack(() => autnum);
  await using registry = startRegistry(respond);
  const service = serviceOf(registry);
  const controller = new AbortController();
  const leaving = describe(service, "AS64496", controller);
  const staying = describe(service, "AS64496");
  await arrived;
  controller.abort(new Error("enough"));
  await assert.rejects(leaving, { message: "enough" });
  release();
  assert.equal((await staying).subject, "AS64496");

  const gone = new AbortController();
  const alone = describe(service, "AS64497", gone);
  gone.abort(new Error("enough"));
  await assert.rejects(alone, { message: "enough" });
  await assert.rejects(describe(service, "AS64497"), {
    status: 422,
    params: { reason: "response_not_interpreted" },
  });
});

Deno.test("WhoisService.describe - rethrows an error that does not come from a registry", async () => {
  const fail = () => Promise.reject(new TypeError("a slip"));
  const service = new WhoisService({
    rdap: { ip: fail, block: fail, autnum: fail, domain: fail, entity: fail },
    whois: whoisOf("a.test"),
    now: () => START,
  });
  for (const text of ["a.test", "198.51.100.7", "XY12-TEST"]) {
    const error = { name: "TypeError", message: "a slip" };
    await assert.rejects(describe(service, text), error, text);
  }
});
