import assert from "node:assert/strict";
import { isIP } from "node:net";
import fc from "fast-check";
import { parseResolvConf } from "../../../lib/dns/resolv_conf.ts";

const on53 = (...ips: string[]) => ips.map((ip) => ({ ip, port: 53 }));

Deno.test("parseResolvConf - the servers in their order", () => {
  const text = "# made by hand\nsearch example.test\n" +
    "nameserver 192.0.2.53\nnameserver\t2001:db8::53 # the other\n" +
    "nameserver fe80::1%eth0\noptions timeout:1\n";
  assert.deepEqual(
    parseResolvConf(text),
    on53("192.0.2.53", "2001:db8::53", "fe80::1%eth0"),
  );
});

Deno.test("parseResolvConf - no more than three servers", () => {
  const text = [1, 2, 3, 4].map((n) => `nameserver 192.0.2.${n}\n`).join("");
  assert.deepEqual(
    parseResolvConf(text),
    on53("192.0.2.1", "192.0.2.2", "192.0.2.3"),
  );
});

Deno.test("parseResolvConf - without a server it is the machine itself", () => {
  for (const text of ["", "#nameserver 192.0.2.1", "nameserver dns.example"]) {
    assert.deepEqual(parseResolvConf(text), on53("127.0.0.1"));
  }
});

Deno.test("parseResolvConf - of any text it gives addresses alone", () => {
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
