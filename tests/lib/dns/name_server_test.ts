import assert from "node:assert/strict";
import {
  parseResolvConf,
  serverText,
  systemServers,
} from "../../../lib/dns/name_server.ts";
import { isIP } from "node:net";
import fc from "fast-check";
import { DnsError } from "../../../lib/dns/errors.ts";

Deno.test("serverText - includes the port unless it is 53", () => {
  const texts = [["192.0.2.1", "192.0.2.1:5353"], [
    "2001:db8::1",
    "[2001:db8::1]:5353",
  ]];
  for (const [ip, withPort] of texts) {
    assert.equal(serverText({ ip, port: 53 }), ip);
    assert.equal(serverText({ ip, port: 5353 }), withPort);
  }
});

const on53 = (...ips: string[]) => ips.map((ip) => ({ ip, port: 53 }));

Deno.test("parseResolvConf - the servers in their order", () => {
  const text = "# made by hand\nsearch example.test\n" +
    "nameserver 192.0.2.53\nnameserver\t2001:db8::53 # the other\n" +
    "nameserver fe80::1%eth0\noptions timeout:1\n";
  const servers = on53("192.0.2.53", "2001:db8::53", "fe80::1%eth0");
  assert.deepEqual(parseResolvConf(text), servers);
});

Deno.test("parseResolvConf - no more than three servers", () => {
  const text = [1, 2, 3, 4].map((n) => `nameserver 192.0.2.${n}\n`).join("");
  const three = on53("192.0.2.1", "192.0.2.2", "192.0.2.3");
  assert.deepEqual(parseResolvConf(text), three);
});

Deno.test("parseResolvConf - uses the machine itself if there is no server", () => {
  for (const text of ["", "#nameserver 192.0.2.1", "nameserver dns.example"]) {
    assert.deepEqual(parseResolvConf(text), on53("127.0.0.1"));
  }
});

Deno.test("parseResolvConf - returns only addresses, for any text", () => {
  const line = fc.oneof(
    fc.string(),
    fc.string().map((text) => `nameserver ${text}`),
    fc.ipV6().map((ip) => `nameserver ${ip}`),
  );
  fc.assert(fc.property(fc.array(line), (lines) => {
    const servers = parseResolvConf(lines.join("\n"));
    assert(servers.length >= 1 && servers.length <= 3);
    for (const { ip } of servers) assert.notEqual(isIP(ip), 0);
  }));
});

Deno.test("systemServers - reads again after five seconds, and when the clock was set back", async () => {
  let now = 100_000;
  let reads = 0;
  const current = systemServers({
    now: () => now,
    read: () => Promise.resolve(`nameserver 192.0.2.${++reads}\n`),
  });
  const ips = async () => (await current()).map(({ ip }) => ip);
  for (const [laterMs, read] of [[0, 1], [0, 1], [4999, 1], [1, 2], [-1, 3]]) {
    now += laterMs;
    assert.deepEqual(await ips(), [`192.0.2.${read}`], `${now}`);
  }
});

Deno.test("systemServers - rejects if they cannot be read, and retries", async () => {
  let now = 0;
  let isThere = false;
  const missing = new Deno.errors.NotFound("no such file");
  const current = systemServers({
    now: () => now,
    read: async () => {
      if (!isThere) throw missing;
      return await Promise.resolve("nameserver 192.0.2.1");
    },
  });
  const message = "the system's name servers cannot be read";
  const error = new DnsError("no servers", message, { cause: missing });
  await assert.rejects(current(), error);
  isThere = true;
  now = 5000;
  assert.deepEqual(await current(), on53("192.0.2.1"));
});
