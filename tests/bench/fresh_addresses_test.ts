import assert from "node:assert/strict";
import { isBogon } from "../../lib/net/special_blocks.ts";
import { parseIp } from "../../lib/net/ip_address.ts";
import { assertFresh, FreshAddresses } from "./fresh_addresses.ts";
import { startNameServer } from "./name_server.ts";
import { isInstalled } from "./servers.ts";
import { load } from "./wrk.ts";

const hasWrk = await isInstalled("wrk", "-v");
if (!hasWrk && Deno.env.get("CI")) throw new Error("wrk is missing");

Deno.test("FreshAddresses - public addresses, each of them once", () => {
  const fresh = new FreshAddresses();
  const addresses = [...fresh.take(5_000), ...fresh.take(5_000)];
  assert.equal(new Set(addresses).size, 10_000);
  for (const address of addresses) {
    const ip = parseIp(address);
    assert(ip !== null && !isBogon(ip), address);
  }
});

Deno.test({
  name: "FreshAddresses - wrk asks about the same addresses, in their order",
  ignore: !hasWrk,
  async fn() {
    const paths: string[] = [];
    const clients: (string | null)[] = [];
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      async ({ url, headers }) => {
        const { pathname } = new URL(url);
        if (pathname === "/") clients.push(headers.get("x-forwarded-for"));
        else paths.push(pathname);
        // wrk asks as fast as it is answered.
        await new Promise((resolve) => setTimeout(resolve, 10));
        return new Response("ok");
      },
    );
    const url = `http://127.0.0.1:${server.addr.port}/`;
    const fresh = new FreshAddresses();
    const rest = { connections: 1 };
    await load(url, 1, { ...fresh.askedAt("/of/", 5), ...rest });
    await load(url, 1, { ...fresh.askedBy({}), ...rest });
    // wrk makes one request that it does not send, to look at it.
    const first = new FreshAddresses().take(paths.length + 1).slice(1);
    assert(paths.length > 1 && clients.length > 1);
    assert.deepEqual(paths, first.map((address) => `/of/${address}`));
    assert.equal(
      new Set([...first, ...clients]).size,
      first.length + clients.length,
    );
  },
});

Deno.test({
  name: "load - asks nobody but this machine",
  async fn() {
    await assert.rejects(load("http://192.0.2.1/", 1), {
      message: "http://192.0.2.1/ is not on this machine",
    });
  },
});

/** A name server that was asked for so many names before each report. */
function askedFor(...addresses: number[]) {
  return {
    report: () => Promise.resolve({ port: 53, addresses: addresses.shift()! }),
  };
}

Deno.test("assertFresh - passes if each request led to a query for a new name", async () => {
  const drawn = { requests: 1_000, rate: 5 };
  const draw = () => Promise.resolve(drawn);
  assert.equal(await assertFresh(askedFor(40, 1_050), draw), drawn);
});

Deno.test("assertFresh - fails if addresses were known", async () => {
  const draw = () => Promise.resolve({ requests: 1_000 });
  await assert.rejects(assertFresh(askedFor(40, 940), draw), {
    message:
      "1000 requests asked for the names of 900 new addresses: others were known",
  });
});

Deno.test("startNameServer - counts different addresses, and falls silent", async () => {
  await using names = await startNameServer();
  const nameServer = { ipAddr: "127.0.0.1", port: names.port };
  const ptr = (name: string, signal?: AbortSignal) =>
    Deno.resolveDns(name, "PTR", { nameServer, signal });
  assert.deepEqual(await ptr("4.3.2.1.in-addr.arpa"), [
    "host-1-2-3-4.example.net.",
  ]);
  await ptr("4.3.2.1.in-addr.arpa");
  await ptr("5.3.2.1.in-addr.arpa");
  await assert.rejects(ptr("4.3.2.1.ip6.arpa"), Deno.errors.NotFound);
  assert.deepEqual(await names.report(), { port: names.port, addresses: 2 });
  await names.setSilent(true);
  await assert.rejects(
    ptr("6.3.2.1.in-addr.arpa", AbortSignal.timeout(300)),
    { name: "TimeoutError" },
  );
  await names.setSilent(false);
  assert.deepEqual(await ptr("7.3.2.1.in-addr.arpa"), [
    "host-1-2-3-7.example.net.",
  ]);
});

Deno.test("startNameServer - waits as long as it is told", async () => {
  await using names = await startNameServer({ delayMs: 50 });
  const startMs = performance.now();
  const found = await Deno.resolveDns("4.3.2.1.in-addr.arpa", "PTR", {
    nameServer: { ipAddr: "127.0.0.1", port: names.port },
  });
  assert.deepEqual(found, ["host-1-2-3-4.example.net."]);
  assert(performance.now() - startMs >= 40);
});
