import assert from "node:assert/strict";
import fc from "fast-check";
import { parseIp } from "../../../lib/net/ip_address.ts";
import {
  parseAddressServers,
  parseAsnServers,
  parseDomainServers,
} from "../../../lib/registry/bootstrap_file.ts";
import { webUrl } from "../../support/web_url.ts";

const file = (...services: unknown[]) => ({ version: "1.0", services });
const google = parseIp("8.8.8.8")!;

Deno.test("parseAddressServers - the longest prefix wins, whatever the order", () => {
  const servers = parseAddressServers(file(
    [["8.0.0.0/8"], ["https://wide.example/"]],
    [["8.8.0.0/16", "9.9.0.0/16"], ["https://narrow.example/rdap"]],
    [["8.0.0.0/9"], ["https://middle.example/"]],
  ));
  const baseOf = (ip: string) => servers(parseIp(ip)!)?.href ?? null;
  assert.equal(baseOf("8.8.8.8"), "https://narrow.example/rdap/");
  assert.equal(baseOf("9.9.9.9"), "https://narrow.example/rdap/");
  assert.equal(baseOf("8.9.9.9"), "https://middle.example/");
  assert.equal(baseOf("8.200.0.1"), "https://wide.example/");
  assert.equal(baseOf("1.1.1.1"), null);
  assert.equal(baseOf("::1"), null);
});

Deno.test("parseAddressServers - reads IPv6", () => {
  const servers = parseAddressServers(file(
    [["2001:db8::/32"], ["https://six.example/"]],
  ));
  assert.equal(
    servers(parseIp("2001:db8::7")!)?.href,
    "https://six.example/",
  );
});

Deno.test("parseAddressServers - HTTPS is preferred, other schemes are passed over", () => {
  const baseOf = (...urls: unknown[]) =>
    parseAddressServers(file([["8.0.0.0/8"], urls]))(google)?.href ?? null;
  assert.equal(
    baseOf("http://a.example/", "https://a.example/"),
    "https://a.example/",
  );
  assert.equal(baseOf("http://a.example/"), "http://a.example/");
  assert.equal(baseOf("ftp://a.example/", "nonsense"), null);
  assert.equal(baseOf(), null);
});

Deno.test("parseAsnServers - finds ranges and single numbers", () => {
  const servers = parseAsnServers(file(
    [["64496-64511", "65536"], ["https://as.example/"]],
    [["x", "1-2-3", "-5", ""], ["https://odd.example/"]],
  ));
  const found = [64495, 64496, 64511, 64512, 65536, 65537, 1].filter((asn) =>
    servers(asn)?.href === "https://as.example/"
  );
  assert.deepEqual(found, [64496, 64511, 65536]);
  assert.equal(servers(1), null);
});

Deno.test("parseDomainServers - the entry with most labels wins", () => {
  const servers = parseDomainServers(file(
    [["UK"], ["https://uk.example/"]],
    [["co.uk"], ["https://co.example/"]],
  ));
  assert.equal(servers("a.b.co.uk")?.href, "https://co.example/");
  assert.equal(servers("b.uk")?.href, "https://uk.example/");
  assert.equal(servers("notuk"), null);
  assert.equal(servers("example.test"), null);
});

Deno.test("parseAddressServers - services that do not fit are dropped, another file is an error", () => {
  const servers = parseAddressServers(file(
    null,
    [["8.0.0.0/8"]],
    [["8.0.0.0/33", "8.0.0.0/8"], ["https://a.example/"]],
  ));
  assert.equal(servers(google)?.href, "https://a.example/");
  for (const json of [null, [], {}, { services: {} }, "x"]) {
    assert.throws(() => parseAddressServers(json), { name: "ZodError" });
  }
});

Deno.test("parseAddressServers, parseAsnServers, parseDomainServers - any list of services gives a base URL or null", () => {
  const texts = fc.array(fc.oneof(
    fc.constantFrom("0.0.0.0/0", "0-4294967295", "com", "https://a.example"),
    webUrl(),
    fc.string(),
  ));
  const services = fc.array(fc.oneof(fc.tuple(texts, texts), fc.jsonValue()));
  fc.assert(fc.property(services, (services) => {
    const found = [
      parseAddressServers({ services })(google),
      parseAsnServers({ services })(64496),
      parseDomainServers({ services })("example.com"),
    ];
    for (const base of found) {
      assert(base === null || /^https?:$/.test(base.protocol));
    }
  }));
});
