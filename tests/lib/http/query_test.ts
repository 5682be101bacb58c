import assert from "node:assert/strict";
import {
  addressOf,
  callbackOf,
  domainOf,
  familyOf,
  missingTarget,
  targetOf,
} from "../../../lib/http/query.ts";

const at = (path: string) => new URL(path, "http://porthole.test");

Deno.test("targetOf - reads the last segment, once decoded", () => {
  const address = targetOf(at("/api/geoip/2001%3Adb8::1"));
  assert.equal(address.kind === "address" && address.ip.text, "2001:db8::1");
  const domain = targetOf(at("/a.example"));
  assert.equal(domain.kind === "domain" && domain.domain.ascii, "a.example");
});

Deno.test("targetOf - throws the code of the fault with status 400", () => {
  assert.throws(() => targetOf(at("/1.2.3")), {
    name: "AppError",
    status: 400,
    code: "INVALID_IPV4",
  });
  assert.throws(() => targetOf(at("/a%252Eb")), { code: "INVALID_DOMAIN" });
});

Deno.test("addressOf and domainOf - take their own kind alone", () => {
  assert.equal(addressOf(at("/ip/192.0.2.1")).ip.text, "192.0.2.1");
  assert.throws(() => addressOf(at("/ip/a.example")), {
    code: "INVALID_TARGET",
  });
  assert.equal(domainOf(at("/domain/A.example")).domain.ascii, "a.example");
  assert.throws(() => domainOf(at("/domain/192.0.2.1")), {
    code: "INVALID_TARGET",
  });
});

Deno.test("callbackOf - null when not given, refused when odd", () => {
  assert.equal(callbackOf(at("/")), null);
  assert.equal(callbackOf(at("/?callback=a.b")), "a.b");
  assert.throws(() => callbackOf(at("/?callback=a()")), {
    status: 400,
    code: "INVALID_CALLBACK",
  });
});

Deno.test("familyOf - 4, 6 or nothing", () => {
  assert.equal(familyOf(at("/")), undefined);
  assert.equal(familyOf(at("/?family=4")), 4);
  assert.equal(familyOf(at("/?family=6")), 6);
  assert.throws(() => familyOf(at("/?family=5")), { code: "INVALID_INPUT" });
});

Deno.test("missingTarget - is INVALID_TARGET", () => {
  assert.throws(missingTarget, { status: 400, code: "INVALID_TARGET" });
});
