import assert from "node:assert/strict";
import { DnsError } from "../../../lib/dns/dns_error.ts";
import { SystemServers } from "../../../lib/dns/system_servers.ts";

Deno.test("SystemServers - reads again after five seconds, and when the clock was set back", async () => {
  let now = 100_000;
  let reads = 0;
  const system = new SystemServers({
    now: () => now,
    read: () => Promise.resolve(`nameserver 192.0.2.${++reads}\n`),
  });
  const ips = async () => (await system.current()).map(({ ip }) => ip);
  assert.deepEqual(await ips(), ["192.0.2.1"]);
  now += 4999;
  assert.deepEqual(await ips(), ["192.0.2.1"]);
  now += 1;
  assert.deepEqual(await ips(), ["192.0.2.2"]);
  now -= 1;
  assert.deepEqual(await ips(), ["192.0.2.3"]);
});

Deno.test("SystemServers - says that they cannot be read, and tries again", async () => {
  let now = 0;
  let isThere = false;
  const missing = new Deno.errors.NotFound("no such file");
  const system = new SystemServers({
    now: () => now,
    read: () =>
      isThere
        ? Promise.resolve("nameserver 192.0.2.1")
        : Promise.reject(missing),
  });
  await assert.rejects(
    system.current(),
    new DnsError("no servers", "the system's name servers cannot be read", {
      cause: missing,
    }),
  );
  isThere = true;
  now = 5000;
  assert.deepEqual(await system.current(), [{ ip: "192.0.2.1", port: 53 }]);
});
