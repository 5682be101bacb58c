import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addressListOf,
  addressOf,
  addressOrMeOf,
  asnOf,
  callbackOf,
  choiceOf,
  countryOf,
  domainOf,
  familyOf,
  jsonpBody,
  langValueOf,
  missingTarget,
  rejectRequestedAddress,
  requestedAddressOf,
  targetOf,
} from "../../../lib/http/query.ts";
import { type AppError, invalidInput } from "../../../lib/core/errors.ts";
import { ip } from "../../support/address.ts";
import { forAll } from "../../support/for_all.ts";
import { assertResults, words } from "../../support/tables.ts";
import samples from "./query.json" with { type: "json" };

const at = (path: string) => {
  const url = new URL(path, "http://porthole.test");
  return { req: { url: url.href }, url };
};

/** Asserts that a reader refuses a path, with this error. */
function assertRefuses(
  read: (context: ReturnType<typeof at>) => unknown,
  path: string,
  error: object,
) {
  assert.throws(() => read(at(path)), { name: "AppError", ...error }, path);
}

Deno.test("targetOf, missingTarget - decode the last segment once, and throw 400 with the code of the target error", () => {
  const address = targetOf(at("/api/geoip/2001%3Adb8::1"));
  assert.equal(address.kind === "address" && address.ip.text, "2001:db8::1");
  const domain = targetOf(at("/a.example"));
  assert.equal(domain.kind === "domain" && domain.domain.ascii, "a.example");
  assertRefuses(targetOf, "/1.2.3", { status: 400, code: "INVALID_IPV4" });
  assertRefuses(targetOf, "/a%252Eb", { code: "INVALID_DOMAIN" });
  assert.throws(missingTarget, { status: 400, code: "INVALID_TARGET" });
});

Deno.test("targetOf - reads a plain address without parsing the URL", () => {
  for (const text of ["192.0.2.1", "2001:db8::a", "::1"]) {
    const context = {
      req: { url: `http://porthole.test/api/geoip/${text}` },
      get url(): URL {
        throw new Error("parsed");
      },
    };
    const target = targetOf(context);
    assert.equal(target.kind === "address" && target.ip.text, text);
    assert.equal(callbackOf(context), null);
    assert.equal(familyOf(context), undefined);
    assert.equal(langValueOf(context), "en");
  }
});

Deno.test("targetOf - reads the parsed path without the query", () => {
  const cases = [
    ["/ip/8.8.8.8?family=4", "8.8.8.8"],
    ["/ip/8.8.8.8?from=/192.0.2.1", "8.8.8.8"],
    ["/ip/8.8.8.8?from=http://192.0.2.1/a", "8.8.8.8"],
    ["/ip/8.8.8.8#/192.0.2.1", "8.8.8.8"],
    ["/ip/x/../192.0.2.1", "192.0.2.1"],
  ];
  const contextOf = (path: string) => {
    const req = { url: `http://porthole.test${path}` };
    return { req, url: new URL(req.url) };
  };
  for (const [path, text] of cases) {
    const target = targetOf(contextOf(path));
    assert.equal(target.kind === "address" && target.ip.text, text);
  }
  for (const path of ["/ip/8.8.8.8/./", "/ip/8.8.8.8/.."]) {
    assert.throws(() => targetOf(contextOf(path)), { code: "INVALID_TARGET" });
  }
});

Deno.test("addressOf, domainOf - accept only their own kind", () => {
  const refused = { code: "INVALID_TARGET" };
  assert.equal(addressOf(at("/ip/192.0.2.1")).ip.text, "192.0.2.1");
  assertRefuses(addressOf, "/ip/a.example", refused);
  assert.equal(domainOf(at("/domain/A.example")).domain.ascii, "a.example");
  assertRefuses(domainOf, "/domain/192.0.2.1", refused);
});

Deno.test("callbackOf - null if missing, an identifier or several joined by dots, refused if invalid", () => {
  assert.equal(callbackOf(at("/")), null);
  assert.equal(callbackOf(at("/?callback=a.b")), "a.b");
  const invalid = { status: 400, code: "INVALID_CALLBACK" };
  assertRefuses(callbackOf, "/?callback=a()", invalid);
  const names = words`cb _ $ jQuery1_2 a.b.$c._d9 constructor newer nullish
    Class ${"a".repeat(128)}`;
  for (const name of names) assert.equal(callbackIn(name), name);
});

Deno.test("familyOf - 4, 6 or undefined", () => {
  assert.equal(familyOf(at("/")), undefined);
  assert.equal(familyOf(at("/?family=4")), 4);
  assert.equal(familyOf(at("/?family=6")), 6);
  assertRefuses(familyOf, "/?family=5", { code: "INVALID_INPUT" });
});

Deno.test("requestedAddressOf, rejectRequestedAddress - the address in ip, or null, or refused", () => {
  assert.equal(requestedAddressOf(at("/json")), null);
  assert.equal(requestedAddressOf(at("/json?ip=8.8.8.8"))?.text, "8.8.8.8");
  const malformed = { status: 400, code: "INVALID_IPV4" };
  assertRefuses(requestedAddressOf, "/json?ip=8.8.8", malformed);
  rejectRequestedAddress(at("/ip"));
  const refused = invalidInput({ reason: "only_own_address" });
  assertRefuses(rejectRequestedAddress, "/ip?ip=8.8.8.8", refused);
});

Deno.test("countryOf - the code of a country, in upper case", () => {
  assert.equal(countryOf(at("/api/ranges/country/de")), "DE");
  const cases = [
    ["d", 400, "country_malformed"],
    ["DEU", 400, "country_malformed"],
    ["ZZ", 404, "ranges_unknown"],
  ] as const;
  for (const [code, status, reason] of cases) {
    const error = { status, params: { reason } };
    assertRefuses(countryOf, `/api/ranges/country/${code}`, error);
  }
});

Deno.test("asnOf - the number, with or without AS", () => {
  for (const text of ["3333", "AS3333", "as3333"]) {
    assert.equal(asnOf(at(`/api/ranges/asn/${text}`)), 3333);
  }
  const params = { reason: "asn_malformed", max: 2 ** 32 - 1 };
  assertRefuses(asnOf, "/api/ranges/asn/x", { status: 400, params });
});

Deno.test("choiceOf - one of the values, or null", () => {
  const values = ["on", "off"] as const;
  const read = (context: ReturnType<typeof at>) =>
    choiceOf(context, "color", values);
  assert.equal(read(at("/all?color=on")), "on");
  assert.equal(read(at("/all")), null);
  const params = { reason: "not_one_of", name: "color", values };
  assertRefuses(read, "/all?color=red", { status: 400, params });
});

Deno.test("langValueOf - en or zh, in any case, and refused otherwise", () => {
  assertResults((query) => langValueOf(at(`/${query}`)), {
    "": "en",
    "?lang=en": "en",
    "?lang=zh": "zh",
    "?lang=zh-CN": "zh",
    "?lang=ZH-cn": "zh",
  });
  const values = ["en", "zh", "zh-CN"];
  const refused = invalidInput({ reason: "not_one_of", name: "lang", values });
  for (const value of ["", "de", "zh-TW", "zh-Hans", "english"]) {
    assertRefuses(langValueOf, `/?lang=${value}`, refused);
  }
});

Deno.test("addressListOf - returns up to sixteen addresses in order, IPv4-mapped ones as IPv4", () => {
  const ips = ["8.8.8.8", "2001:DB8::0:1", "::ffff:1.2.3.4", "8.8.8.8"];
  const texts = addressListOf({ ips }).map(({ text }) => text);
  assert.deepEqual(texts, ["8.8.8.8", "2001:db8::1", "1.2.3.4", "8.8.8.8"]);
  const many = Array.from({ length: 16 }, (_, i) => `192.0.2.${i}`);
  assert.equal(addressListOf({ ips: many }).length, 16);
  many.push("192.0.2.16");
  assert.throws(() => addressListOf({ ips: many }), malformed);
});

const malformed = invalidInput({ reason: "address_list_malformed", max: 16 });

Deno.test("addressListOf - refuses another structure, and names the position of an element", () => {
  const form = fc.oneof(fc.jsonValue(), fc.record({ ips: fc.jsonValue() }))
    .filter((value) =>
      !Array.isArray((value as { ips?: unknown } | null)?.ips)
    );
  forAll([form], (body) => assert.throws(() => addressListOf(body), malformed));
  const texts = ["example.com", "1.2.3", "1.2.3.04", "fe80::1%1", " ::1"];
  const refused = invalidInput({ reason: "address_malformed_at", position: 2 });
  for (const text of texts) {
    assert.throws(() => addressListOf({ ips: ["::1", text] }), refused);
  }
});

/** The callback of a query, or why it is refused. */
function callbackIn(callback: string): unknown {
  try {
    return callbackOf(at(`/?${new URLSearchParams({ callback })}`));
  } catch (error) {
    return (error as AppError).params;
  }
}

Deno.test("callbackOf - refuses anything but a name, also an empty or a long one", () => {
  const params = { reason: "callback_malformed" };
  for (const value of samples.badCallbacks) {
    assert.deepEqual(callbackIn(value), params);
  }
  assert.deepEqual(callbackIn(""), { reason: "callback_empty" });
  const tooLong = { reason: "callback_too_long", max: 128 };
  assert.deepEqual(callbackIn("a".repeat(129)), tooLong);
});

Deno.test("callbackOf - refuses reserved words in any place", () => {
  const reserved = words`await break case catch class const continue debugger
    default delete do else enum export extends false finally for function if
    implements import in instanceof interface let new null package private
    protected public return static super switch this throw true try typeof
    var void while with yield`;
  const params = { reason: "callback_reserved" };
  for (const word of reserved) {
    for (const value of [word, `a.${word}`, `${word}.a`, `a.${word}.b`]) {
      assert.deepEqual(callbackIn(value), params);
    }
  }
});

Deno.test("callbackOf - an accepted name can be called and does nothing else", () => {
  const near = fc.string({ unit: fc.constantFrom(..."ifdonewab$_.1") });
  const value = fc.oneof(fc.string(), near);
  forAll([value], (value) => {
    if (callbackIn(value) !== value) return;
    // A name that is no expression would be a syntax error here.
    new Function(`"use strict"; ${value.split(".")[0]}; return;`);
    assert.match(value, /^[\w$.]+$/);
  }, { numRuns: 1000 });
});

Deno.test("jsonpBody - the call behind a comment, with < and the line separators escaped", () => {
  const call = jsonpBody("a.b", { ip: "192.0.2.1" });
  assert.equal(call, '/**/a.b({"ip":"192.0.2.1"});');
  const body = jsonpBody("cb", { "<": "</script>\u2028\u2029" });
  const escaped = String.raw`{"\u003c":"\u003c/script>\u2028\u2029"}`;
  assert.equal(body, `/**/cb(${escaped});`);
});

Deno.test("jsonpBody - calls the function with the value", () => {
  const unit = fc.constantFrom(...'a<>"\\/\u2028\u2029\n\0é');
  const text = fc.string({ unit });
  forAll([fc.dictionary(text, fc.oneof(text, fc.integer()))], (value) => {
    const body = jsonpBody("cb", value);
    assert.equal(/[<\u2028\u2029]/.test(body), false);
    const calls: unknown[] = [];
    new Function("cb", body)((given: unknown) => calls.push(given));
    assert.deepEqual(calls, [{ ...value }]);
  });
});

Deno.test("addressOrMeOf - the address in the path, the client's for me", () => {
  const state = { client: { ip: ip("192.0.2.9") } };
  const textOf = (segment: string) =>
    addressOrMeOf({ ...at(`/geoip/v2.1/country/${segment}`), state }).ip.text;
  assert.equal(textOf("me"), "192.0.2.9");
  assert.equal(textOf("2001%3adb8::1"), "2001:db8::1");
  for (const segment of ["ME", "me.", "a.example"]) {
    assert.throws(() => textOf(segment), { name: "AppError", status: 400 });
  }
});
