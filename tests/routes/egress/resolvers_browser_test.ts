import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { startUnbound } from "../../support/unbound.ts";
import {
  egressSite,
  errorsOf,
  finished,
  run,
  statesIn,
} from "./egress_site.ts";

const ZONE = "probe.test";
const EXITS = "Exit addresses and resolvers";

browserTest(
  "egress page - sees the browser's real resolver",
  async (browser) => {
    const port = freePort();
    const env = {
      ...{ DNS_PROBE_ZONE: ZONE, DNS_PROBE_PORT: `${port}` },
      ...{ DNS_PROBE_ADDRESSES: "127.0.0.1", HOST: "127.0.0.1" },
    };
    await using site = await egressSite({ env: () => env });
    const servers = [`127.0.0.1@${port}`];
    await using unbound = await startUnbound({ zone: ZONE, servers });
    const nameServer = { ipAddr: unbound.ip, port: unbound.port };
    const hosts: string[] = [];
    await using proxy = askingProxy(async (host) => {
      hosts.push(host);
      await Deno.resolveDns(`${host}.`, "A", { nameServer });
    });
    const server = `http://127.0.0.1:${proxy.port}`;
    const bypass = "localhost,127.0.0.1,[::1]";
    const context = await browser.newContext({ proxy: { server, bypass } });
    const page = await context.newPage();
    const errors = errorsOf(page);
    await page.goto(`${site.main}/egress`);
    await run(page);
    await finished(page);

    const states = await statesIn(page, EXITS);
    assert.equal(states["IPv4 exit"], "found");
    assert.equal(states["DNS resolver"], "found");
    assert.equal("DNS over IPv6" in states, false);
    const row = page.getByRole("table", { name: EXITS })
      .locator("tbody tr", { hasText: "DNS resolver" });
    assert.equal(await row.locator("code").first().textContent(), "127.0.0.1");
    const nonces = new Set(hosts.map((host) => host.split(".").at(-3)));
    assert.equal(nonces.size, 1);
    assert.match([...nonces][0] ?? "", /^[0-9a-f]{20}$/);
    assert.deepEqual(errors, []);
    await context.close();
  },
  { programs: ["/usr/sbin/unbound"] },
);

/** A port that is currently free for UDP and TCP. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/**
 * A proxy that resolves requested names like real ones, and responds for all of
 * them.
 */
function askingProxy(resolve: (host: string) => Promise<void>) {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async ({ url }) => {
      await resolve(new URL(url).hostname);
      return new Response(null, { status: 204 });
    },
  );
  return {
    port: server.addr.port,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
