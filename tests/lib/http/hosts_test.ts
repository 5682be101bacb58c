import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { createHostRoles } from "../../../lib/http/hosts.ts";

function assertRoles(
  role: (host: string) => string,
  expected: Record<string, string>,
) {
  const found = Object.keys(expected).map((host) => [host, role(host)]);
  deepEqual(Object.fromEntries(found), expected);
}

Deno.test("createHostRoles - names, under any port and in any case", () => {
  const role = createHostRoles({
    baseUrl: new URL("https://ip.example"),
    apiUrl: new URL("https://API.ip.example"),
    v4Url: new URL("https://v4.ip.example:443"),
    v6Url: new URL("http://v6.ip.example/"),
  });
  assertRoles(role, {
    "ip.example": "main",
    "api.ip.example": "api",
    "API.IP.Example": "api",
    "api.ip.example:8443": "api",
    "api.ip.example.": "api",
    "api.ip.example.:8443": "api",
    "v4.ip.example": "v4",
    "v4.ip.example:443": "v4",
    "v6.ip.example": "v6",
  });
});

Deno.test("createHostRoles - address literals with their own ports", () => {
  const role = createHostRoles({
    baseUrl: new URL("http://127.0.0.1:8000"),
    v4Url: new URL("http://127.0.0.1:8001"),
    v6Url: new URL("http://[::1]:8001"),
  });
  assertRoles(role, {
    "127.0.0.1:8000": "main",
    "127.0.0.1:8001": "v4",
    "127.0.0.1:8002": "main",
    "127.0.0.1": "main",
    "[::1]:8001": "v6",
    "[::1]:8002": "main",
    "[::1]": "main",
  });
});

Deno.test("createHostRoles - address literals without a port", () => {
  const role = createHostRoles({
    v4Url: new URL("http://192.0.2.1"),
    v6Url: new URL("http://[2001:DB8::1]"),
  });
  assertRoles(role, {
    "192.0.2.1": "v4",
    "192.0.2.1:8000": "v4",
    "[2001:db8::1]": "v6",
    "[2001:DB8::1]:8000": "v6",
  });
});

Deno.test("createHostRoles - the same name with and without a port", () => {
  const role = createHostRoles({
    baseUrl: new URL("http://localhost"),
    apiUrl: new URL("http://localhost:8001"),
  });
  assertRoles(role, {
    "localhost": "main",
    "localhost:8000": "main",
    "localhost:8001": "api",
    "LOCALHOST:8001": "api",
  });
});

Deno.test("createHostRoles - where hosts coincide the main site wins", () => {
  const url = new URL("https://ip.example");
  const role = createHostRoles({ baseUrl: url, apiUrl: url, v4Url: url });
  equal(role("ip.example"), "main");
  equal(createHostRoles({ apiUrl: url, v4Url: url })("ip.example"), "api");
});

Deno.test("createHostRoles - unknown hosts are the main site", () => {
  const role = createHostRoles({ v4Url: new URL("https://v4.ip.example") });
  assertRoles(role, {
    "": "main",
    ":": "main",
    "]": "main",
    ".": "main",
    "other.example": "main",
    "v4.ip.example.other.example": "main",
    "x.v4.ip.example": "main",
    "__proto__": "main",
  });
});

Deno.test("createHostRoles - nothing configured, everything is the main site", () => {
  fc.assert(
    fc.property(fc.string(), (host) => {
      equal(createHostRoles({})(host), "main");
    }),
  );
});

Deno.test("createHostRoles - any other host is the main site", () => {
  const role = createHostRoles({ v4Url: new URL("http://v4.example:81") });
  const host = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(..."v4.example:81[]") }),
  );
  fc.assert(
    fc.property(host, (host) => {
      const isV4 = /^v4\.example\.?:81$/i.test(host);
      equal(role(host), isV4 ? "v4" : "main");
    }),
  );
});
