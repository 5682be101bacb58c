import assert from "node:assert/strict";
import { errorFormatOf, hostServes } from "../../../lib/http/error_format.ts";
import { isShortTarget } from "../../../lib/http/url_rows.ts";

const browser = "text/html,application/xhtml+xml,*/*;q=0.8";

const faces: [pathname: string, accept: string | null, face: string][] = [
  ["/", null, "text"],
  ["/", "*/*", "text"],
  ["/", "application/json", "geoip"],
  ["/", browser, "page"],
  ["/api", null, "geoip"],
  ["/api/jsonip", null, "geoip"],
  ["/api/geoip/8.8.8.8", browser, "geoip"],
  ["/api/v1", null, "api"],
  ["/api/v1/ip/x", null, "api"],
  ["/api/v2/ip/x", null, "api"],
  ["/api/v1x", null, "geoip"],
  ["/ip", null, "geoip"],
  ["/8.8.8.8", null, "geoip"],
  ["/2001:db8::1", null, "geoip"],
  ["/2001%3Adb8%3a%3A1", null, "geoip"],
  ["/example.com", browser, "geoip"],
  ["/country", browser, "text"],
  ["/asn-org", null, "text"],
  ["/country/x", null, "page"],
  ["/json", browser, "api"],
  ["/egress", null, "page"],
  ["/apiary", null, "page"],
  ["/lookup/example.com", null, "page"],
];

for (const [pathname, accept, face] of faces) {
  Deno.test(`faceOf - ${pathname} with ${accept} speaks ${face}`, () => {
    assert.equal(errorFormatOf("main", pathname, accept), face);
  });
}

Deno.test("faceOf - lookups speak JSON where output=json says so", () => {
  const face = (pathname: string, search: string) =>
    errorFormatOf("main", pathname, browser, search);
  assert.equal(face("/lookup", "?output=json"), "lookup");
  assert.equal(face("/lookup/192.0.2.0/24", "?a=b&output=json"), "lookup");
  assert.equal(face("/lookup/x.test", "?output=text"), "page");
  assert.equal(face("/lookup/x.test", ""), "page");
  assert.equal(face("/lookups", "?output=json"), "page");
  assert.equal(face("/whois", "?output=json"), "api");
  assert.equal(face("/whois/192.0.2.0/24", "?output=json"), "api");
  assert.equal(face("/whois/x.test", ""), "page");
  assert.equal(face("/egress", "?output=json"), "page");
});

Deno.test("faceOf - probe hosts speak text, the API host JSON, whatever is asked", () => {
  assert.equal(errorFormatOf("v4", "/api/v1", browser), "text");
  assert.equal(errorFormatOf("v6", "/", browser), "text");
  assert.equal(errorFormatOf("api", "/", browser), "geoip");
  assert.equal(errorFormatOf("api", "/about", browser), "geoip");
});

Deno.test("hostServes - every host has the exit, which speaks JSON", () => {
  const exit = "/api/egress/exit";
  for (const role of ["main", "api", "v4", "v6"] as const) {
    assert.equal(hostServes(role, exit, true), true, role);
    assert.equal(errorFormatOf(role, exit, browser), "geoip", role);
  }
  assert.equal(hostServes("v4", `${exit}/x`, false), false);
  assert.equal(hostServes("v6", "/api/egress/enrich", false), false);
});

Deno.test("hostServes - a probe host has one path", () => {
  assert.equal(hostServes("v4", "/", false), true);
  assert.equal(hostServes("v6", "/ip", false), false);
  assert.equal(hostServes("v6", "/api/jsonip", false), false);
});

Deno.test("hostServes - the API host has /ip and targets", () => {
  assert.equal(hostServes("api", "/ip", true), true);
  assert.equal(hostServes("api", "/8.8.8.8", true), true);
  assert.equal(hostServes("api", "/", true), false);
  assert.equal(hostServes("api", "/api/jsonip", true), false);
});

Deno.test("hostServes - the main host has short targets while there is no API host", () => {
  assert.equal(hostServes("main", "/8.8.8.8", false), true);
  assert.equal(hostServes("main", "/8.8.8.8", true), false);
  assert.equal(hostServes("main", "/ip", true), false);
  assert.equal(hostServes("main", "/", true), true);
  assert.equal(hostServes("main", "/api/geoip/8.8.8.8", true), true);
  assert.equal(hostServes("main", "/example.json.example", true), false);
  for (
    const file of ["style.css", "favicon.ico", "robots.txt", "openapi.json"]
  ) {
    assert.equal(hostServes("main", `/${file}`, true), true, file);
  }
});

Deno.test("isShortTarget - takes one segment with a dot or a colon, and /ip", () => {
  for (const path of ["/ip", "/a.b", "/::1", "/a%2eb"]) {
    assert.equal(isShortTarget(path), true, path);
  }
  for (const path of ["/", "/about", "/a.b/c", "/ips"]) {
    assert.equal(isShortTarget(path), false, path);
  }
});
