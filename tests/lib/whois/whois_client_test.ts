import assert from "node:assert/strict";
import { WhoisClient, whoisExchange } from "../../../lib/whois/whois_client.ts";
import { startWhoisServer } from "../../support/whois_server.ts";
import { parseDomain } from "../../../lib/net/domain.ts";
import {
  registrarText,
  registryText,
  rootText,
} from "../../support/whois_bodies.ts";
import { parseWhoisTarget } from "../../../lib/whois/whois_target.ts";
import { ruleOf } from "./rdap/local_registry.ts";

const { signal } = new AbortController();

const exchange = (
  port: number,
  query: string,
  maxBytes = 100,
  given = signal,
) => whoisExchange("127.0.0.1", query, { port, maxBytes, signal: given });

Deno.test("whoisExchange - sends a line and reads to the end", async () => {
  await using server = await startWhoisServer((query, socket) => {
    socket.write(`you asked ${query}\r\n`);
    setTimeout(() => socket.end("the end"), 20);
  });
  const bytes = await exchange(server.port, "a.example");
  const text = new TextDecoder().decode(bytes);
  assert.equal(text, "you asked a.example\r\nthe end");
  assert.deepEqual(server.queries, ["a.example"]);
});

Deno.test("whoisExchange - accepts exactly maxBytes", async () => {
  await using server = await startWhoisServer((query) =>
    "x".repeat(Number(query))
  );
  const ask = (length: number) => exchange(server.port, String(length), 1_000);
  assert.equal((await ask(0)).length, 0);
  assert.equal((await ask(1_000)).length, 1_000);
  await assert.rejects(ask(1_001), failure("too_large"));
});

Deno.test("whoisExchange - closes the connection on a 50 MB response", async () => {
  const part = new Uint8Array(1 << 16).fill(0x78);
  let sent = 0;
  await using server = await startWhoisServer((_, socket) => {
    const send = () => {
      while (sent < 50 << 20 && !socket.destroyed) {
        sent += part.length;
        if (!socket.write(part)) return void socket.once("drain", send);
      }
    };
    send();
  });
  const exchanging = exchange(server.port, "a.example", 262_144);
  await assert.rejects(exchanging, { code: "too_large" });
  await server.hungUp;
  assert(sent < 50 << 20, `${sent} bytes were sent`);
});

Deno.test("whoisExchange - stops a slow response on abort", async () => {
  const controller = new AbortController();
  await using server = await startWhoisServer((_, socket) => {
    socket.write("x");
    controller.abort(new Error("enough"));
  });
  const ask = (query: string) =>
    exchange(server.port, query, 100, controller.signal);
  await assert.rejects(ask("a"), { message: "enough" });
  await server.hungUp;
  await assert.rejects(ask("b"), { message: "enough" });
  assert.deepEqual(server.queries, ["a"]);
});

Deno.test("whoisExchange - rejects if the connection is refused", async () => {
  const server = await startWhoisServer(() => "");
  await server[Symbol.asyncDispose]();
  await assert.rejects(exchange(server.port, "a"), { code: "ECONNREFUSED" });
});

const NAMES: Record<string, string[]> = {
  "whois.iana.org": ["127.0.0.1"],
  "whois.nic.test": ["127.0.0.2"],
  "whois.registrar.test": ["127.0.0.3"],
  "whois.verisign-grs.com": ["127.0.0.2"],
  "whois.arin.net": ["127.0.0.2"],
};

function clientOf(
  port: number,
  { names = {} as typeof NAMES, allowed, ...options }: {
    names?: typeof NAMES;
    allowed?: string[];
    now?: () => number;
    serverTimeoutMs?: number;
  } = {},
) {
  const rule = ruleOf(allowed, { ...NAMES, ...names });
  return new WhoisClient({ ...rule, now: () => 0, port, ...options });
}

const domain = parseDomain("example.test")!;
const EACH_ASKED = [["test"], ["example.test"], ["example.test"]];

/** The servers from which a client takes its responses about a name. */
async function serversOf(
  port: number,
  options?: Parameters<typeof clientOf>[1],
  { name = domain, signal: given = signal } = {},
) {
  const responses = await clientOf(port, options).domain(name, given);
  return responses && responses.map(({ server }) => server);
}

/** A failure of a registry, whose message is its code. */
const failure = (code: string) => ({
  name: "RegistryError",
  code,
  message: code,
});
const reset: Answer = (_, socket) => void socket.resetAndDestroy();

type Answer = Parameters<typeof startWhoisServer>[0];

/** IANA, the registry and the registrar, on the same port. */
async function startServers(
  registry: Answer,
  registrar: Answer = () => "",
  name = "whois.nic.test",
) {
  const root = await startWhoisServer(() => rootText(name));
  const { port } = root;
  const at = (answer: Answer, address: string) =>
    startWhoisServer(answer, { address, port });
  const second = await at(registry, "127.0.0.2");
  const third = await at(registrar, "127.0.0.3");
  return {
    port,
    queries: () => [root.queries, second.queries, third.queries],
    async [Symbol.asyncDispose]() {
      await Promise.all(
        [root, second, third].map((server) => server[Symbol.asyncDispose]()),
      );
    },
  };
}

Deno.test("WhoisClient - queries IANA, the registry and the registrar in turn", async () => {
  const texts = [() => registryText, () => registrarText] as const;
  await using servers = await startServers(...texts);
  const found = await clientOf(servers.port).domain(domain, signal);
  const [first, second] = found!;
  assert.equal(first.server, "whois.nic.test");
  assert.equal(first.text, registryText.trimEnd());
  assert.equal(first.record.registrar, "Example Registrar, Inc.");
  assert.equal(second?.server, "whois.registrar.test");
  assert.equal(second.text, registrarText.trimEnd());
  assert.equal(second.record.registrar, "Example Registrar (Ltd)");
  assert.deepEqual(servers.queries(), EACH_ASKED);
});

Deno.test("WhoisClient - caches a registry's server for a day", async () => {
  let now = 0;
  await using servers = await startServers(() => "No match");
  const client = clientOf(servers.port, { now: () => now });
  assert.equal(await client.domain(domain, signal), null);
  now = 86_399_999;
  assert.equal(await client.domain(parseDomain("b.test")!, signal), null);
  assert.deepEqual(servers.queries()[0], ["test"]);
  now = 86_400_000;
  await client.domain(domain, signal);
  assert.deepEqual(servers.queries()[0], ["test", "test"]);
});

Deno.test("WhoisClient - uses the query syntax of certain servers", async () => {
  const name = "whois.verisign-grs.com";
  await using servers = await startServers(() => "No match", undefined, name);
  await clientOf(servers.port).domain(parseDomain("a.com")!, signal);
  assert.deepEqual(servers.queries()[1], ["domain a.com"]);
});

Deno.test("WhoisClient - asks IANA alone about a top-level domain", async () => {
  await using root = await startWhoisServer(() =>
    `${rootText("whois.nic.test")}status: ACTIVE\n`
  );
  const names = { "whois.nic.test": ["127.0.0.1"] };
  const name = { ascii: "test" };
  const found = await serversOf(root.port, { names }, { name });
  assert.deepEqual(found, ["whois.iana.org"]);
  assert.deepEqual(root.queries, ["test"]);
});

Deno.test("WhoisClient - returns null for a missing top-level domain, no_server for one without a server", async () => {
  let text = "% This query returned 0 objects.\n";
  await using root = await startWhoisServer(() => text);
  assert.equal(await serversOf(root.port), null);
  text = "domain: TEST\nwhois:\nstatus: ACTIVE\n";
  await assert.rejects(serversOf(root.port), failure("no_server"));
});

Deno.test("WhoisClient.number - queries IANA and the registry; null if nothing is registered", async () => {
  const target = parseWhoisTarget("192.0.2.1");
  assert(target.kind === "address");
  const numberFrom = async (text: string) => {
    await using servers = await startServers(() => text);
    const found = await clientOf(servers.port).number(target, signal);
    assert.deepEqual(servers.queries(), [["192.0.2.1"], ["192.0.2.1"], []]);
    return found && [found.server, found.text, found.record.name];
  };
  const text = "inetnum: 192.0.2.0 - 192.0.2.255\nnetname: EXAMPLE";
  assert.deepEqual(await numberFrom(text), ["whois.nic.test", text, "EXAMPLE"]);
  assert.equal(await numberFrom("No match found for 192.0.2.1."), null);
});

Deno.test("WhoisClient.number - asks ARIN for all that it has on the number", async () => {
  const name = "whois.arin.net";
  await using servers = await startServers(() => "No match", undefined, name);
  for (const text of ["192.0.2.1", "AS64496", "192.0.2.0/24"]) {
    const target = parseWhoisTarget(text);
    assert(target.kind !== "domain" && target.kind !== "entity");
    await clientOf(servers.port).number(target, signal);
  }
  const expected = ["n + 192.0.2.1", "a + 64496", "n + 192.0.2.0/24"];
  assert.deepEqual(servers.queries()[1], expected);
});

Deno.test("WhoisClient - returns the registry's response if the registrar has none", async () => {
  const registrars: Answer[] = [
    () => "",
    () => "No match",
    () => "x".repeat(262_145),
    () => registrarText.replace("example.test", "other.test"),
    reset,
  ];
  for (const registrar of registrars) {
    await using servers = await startServers(() => registryText, registrar);
    assert.deepEqual(await serversOf(servers.port), ["whois.nic.test"]);
    assert.deepEqual(servers.queries()[2], ["example.test"]);
  }
});

Deno.test("WhoisClient - ignores a referral to a reserved address, to the same server, or after the first", async () => {
  const referring = (server: string) =>
    `Registrar: X\nRegistrar WHOIS Server: ${server}\n`;
  for (const server of ["10.0.0.1", "whois.inner.test", "whois.nic.test"]) {
    await using servers = await startServers(() => referring(server));
    const names = { "whois.inner.test": ["10.0.0.1"] };
    assert.equal((await serversOf(servers.port, { names }))?.length, 1);
    assert.deepEqual(servers.queries(), [["test"], ["example.test"], []]);
  }
  await using servers = await startServers(
    () => referring("whois.registrar.test"),
    () => referring("whois.nic.test"),
  );
  assert.equal((await serversOf(servers.port))?.length, 2);
  assert.deepEqual(servers.queries(), EACH_ASKED);
});

Deno.test("WhoisClient - refuses a reserved address outside the allowed networks", async () => {
  await using servers = await startServers(() => registryText);
  const asking = serversOf(servers.port, { allowed: ["127.0.0.1/32"] });
  await assert.rejects(asking, failure("server_not_allowed"));
  assert.deepEqual(servers.queries(), [["test"], [], []]);
});

Deno.test("WhoisClient - rejects an empty, oversized or malformed response, and one about another name", async () => {
  const cases: [string, Answer][] = [
    ["malformed", () => ""],
    ["busy", () => "Query rate exceeded."],
    ["malformed", () => new Uint8Array(1_000).fill(0xff)],
    ["too_large", () => new Uint8Array(262_145)],
    ["unreachable", reset],
    [
      "other_name",
      () => registryText.replaceAll(/example\.test/gi, "other.test"),
    ],
  ];
  for (const [code, registry] of cases) {
    await using servers = await startServers(registry);
    await assert.rejects(serversOf(servers.port), failure(code));
  }
});

Deno.test("WhoisClient - times out on a slow server", async () => {
  await using servers = await startServers((_, socket) => {
    const timer = setInterval(() => socket.write("x"), 5);
    socket.once("close", () => clearInterval(timer));
  });
  const asking = serversOf(servers.port, { serverTimeoutMs: 300 });
  await assert.rejects(asking, { name: "TimeoutError" });
});

Deno.test("WhoisClient - pauses queries to a server that keeps failing", async () => {
  let now = 0;
  await using servers = await startServers(reset);
  const client = clientOf(servers.port, { now: () => now });
  const rejects = (code: string) =>
    assert.rejects(client.domain(domain, signal), { code });
  for (let i = 0; i < 3; i++) await rejects("unreachable");
  await rejects("paused");
  assert.equal(servers.queries()[1].length, 3);
  now = 30_000;
  await rejects("unreachable");
  assert.equal(servers.queries()[1].length, 4);
});

Deno.test("WhoisClient - stops on abort", async () => {
  const controller = new AbortController();
  await using servers = await startServers(() => {
    controller.abort(new Error("enough"));
  });
  const { signal } = controller;
  const asking = serversOf(servers.port, {}, { signal });
  await assert.rejects(asking, { message: "enough" });
});
