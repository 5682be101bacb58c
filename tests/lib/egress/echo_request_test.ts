import assert from "node:assert/strict";
import fc from "fast-check";
import { echoRequest } from "../../../lib/egress/echo_request.ts";
import type { ClientAddress } from "../../../lib/net/client_address.ts";
import { parseIpv4 } from "../../../lib/net/ip_address.ts";
import samples from "./echo_request.json" with { type: "json" };

const ip = parseIpv4("192.0.2.1");
assert(ip);
const client: ClientAddress = {
  ip,
  key: ip.text,
  group: ip.text,
  via: "x-forwarded-for",
};

function echoOf(headers: Record<string, string>) {
  const request = new Request("http://porthole.test/", { headers });
  return echoRequest(request, client, "203.0.113.5");
}
const headersOf = (headers: Record<string, string>) => echoOf(headers).headers;

Deno.test("echoRequest - returns the request and the source of the client's address", () => {
  const request = new Request("http://porthole.test/api/request?a=b", {
    headers: { "X-Two": "1", host: "porthole.test", accept: "*/*" },
  });
  assert.deepEqual(echoRequest(request, client, "203.0.113.5"), {
    method: "GET",
    url: "http://porthole.test/api/request?a=b",
    http_version: "1.1",
    headers: [["accept", "*/*"], ["host", "porthole.test"], ["x-two", "1"]],
    client: { ip: "192.0.2.1", via: "x-forwarded-for", peer: "203.0.113.5" },
  });
});

Deno.test("echoRequest - reports HTTP/2 if headers of HTTP/1.1 are missing", () => {
  const version = (headers: Record<string, string>) =>
    echoOf(headers).http_version;
  assert.equal(version({ accept: "*/*" }), "2");
  assert.equal(version({ host: "porthole.test" }), "1.1");
  assert.equal(version({ connection: "close" }), "1.1");
});

for (const name of samples.secretHeaders) {
  Deno.test(`echoRequest - hides the value of ${name}`, () => {
    const headers = headersOf({ [name]: "Bearer ph_x" });
    assert.deepEqual(headers, [[name, "(hidden)"]]);
  });
}

Deno.test("echoRequest - shows the headers that help debug a proxy", () => {
  const headers = {
    "authority": "a",
    "forwarded": "for=192.0.2.1",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "via": "1.1 proxy",
    "x-auth-request-user": "somebody",
    "x-forwarded-for": "192.0.2.1",
    "x-keyboard": "a",
  };
  assert.deepEqual(headersOf(headers), Object.entries(headers));
});

Deno.test("echoRequest - shows names of cookies without values", () => {
  const cookie = "__Host-porthole=a.b; x=1=2;  y =; z;=n";
  const shown =
    "__Host-porthole=(hidden); x=(hidden); y=(hidden); (hidden); =(hidden)";
  assert.deepEqual(headersOf({ cookie }), [["cookie", shown]]);
});

Deno.test("echoRequest - never shows any part of a cookie's value", () => {
  const part = fc.string({ unit: fc.constantFrom(..."S=; ") });
  fc.assert(fc.property(part, part, (before, after) => {
    const cookie = `n=${before.replaceAll(";", "")}S${after}`;
    const [[, shown]] = headersOf({ cookie });
    assert.doesNotMatch(shown.replaceAll(/(?:^|; )[^=;]*=/g, ""), /S/);
  }));
});
