import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import {
  listElementsFromRight,
  parseForwardedElement,
  parseForwardedNode,
} from "../../../lib/net/forwarding.ts";
import { unmapIpv4 } from "../../../lib/net/ip_address.ts";
import { addressLike, ip } from "./arbitraries.ts";
import { forAll } from "../../support/for_all.ts";

Deno.test("parseForwardedNode - drops ports and brackets", () => {
  const nodes: Record<string, string> = {
    "192.0.2.1": "192.0.2.1",
    "192.0.2.1:5678": "192.0.2.1",
    "192.0.2.1:_port": "192.0.2.1",
    "2001:DB8::1": "2001:db8::1",
    "[2001:db8::1]": "2001:db8::1",
    "[2001:db8::1]:443": "2001:db8::1",
    "::ffff:192.0.2.1": "192.0.2.1",
    "[::ffff:192.0.2.1]:80": "192.0.2.1",
  };
  for (const [text, expected] of Object.entries(nodes)) {
    equal(parseForwardedNode(text)?.text, expected, text);
  }
});

Deno.test("parseForwardedNode - null for anything else", () => {
  const texts = [
    "",
    "unknown",
    "_hidden",
    "localhost",
    "example.com:80",
    "192.0.2.1:",
    "192.0.2.1:port",
    "192.0.2.1:123456",
    "192.0.2.1 ",
    "192.0.2.01",
    "192.0.2.1/32",
    "[192.0.2.1]",
    "[192.0.2.1]:80",
    "[2001:db8::1",
    "2001:db8::1]",
    "[2001:db8::1]443",
    "[2001:db8::1]:",
    "[]",
    "[fe80::1%eth0]",
    "fe80::1%eth0",
    '"192.0.2.1"',
  ];
  deepEqual(texts.filter((text) => parseForwardedNode(text) !== null), []);
});

Deno.test("parseForwardedNode - every address, with and without a port", () =>
  forAll([ip, fc.nat(65535)], (ip, port) => {
    const host = ip.family === 4 ? ip.text : `[${ip.text}]`;
    deepEqual(parseForwardedNode(ip.text), unmapIpv4(ip));
    deepEqual(parseForwardedNode(`${host}:${port}`), unmapIpv4(ip));
  }));

Deno.test("parseForwardedElement - the for parameter", () => {
  const elements: Record<string, string> = {
    "for=192.0.2.1": "192.0.2.1",
    "For=192.0.2.1;proto=http;by=203.0.113.43": "192.0.2.1",
    "proto=https; for=192.0.2.1 ;host=example.com": "192.0.2.1",
    'for="192.0.2.1:5678"': "192.0.2.1",
    'for="[2001:db8::1]:443"': "2001:db8::1",
    'for="[2001:db8::1]"': "2001:db8::1",
    "for=[2001:db8::1]:443": "2001:db8::1",
    ";;for=192.0.2.1;": "192.0.2.1",
    'host="a;for=198.51.100.1,b";for=192.0.2.1': "192.0.2.1",
    [String.raw`for="192.0.2\.1"`]: "192.0.2.1",
  };
  for (const [text, expected] of Object.entries(elements)) {
    equal(parseForwardedElement(text)?.text, expected, text);
  }
});

Deno.test("parseForwardedElement - null for anything else", () => {
  const texts = [
    "",
    ";",
    "192.0.2.1",
    "proto=http",
    "for",
    "for=",
    'for=""',
    "for=unknown",
    "for=_hidden",
    'for="_hidden:80"',
    "for = 192.0.2.1",
    'for="192.0.2.1',
    'for=192.0.2.1"',
    "for=192.0.2.1;for=192.0.2.2",
    "for=192.0.2.1;proto",
    "for=192.0.2.1 proto=http",
    'for="192.0.2.1"x',
    String.raw`for=192.0.2.1;x=\"`,
  ];
  deepEqual(texts.filter((text) => parseForwardedElement(text) !== null), []);
});

Deno.test("parseForwardedElement - agrees with parseForwardedNode for any element", () => {
  const tail = fc.constantFrom("", ";proto=https", '; host="a,b"', ";", " ");
  forAll([addressLike, tail], (text, tail) => {
    deepEqual(
      parseForwardedElement(`for="${text}"${tail}`),
      parseForwardedNode(text),
    );
  }, { numRuns: 500 });
});

Deno.test("parseForwardedElement - never throws", () =>
  forAll(
    [fc.string({ unit: fc.constantFrom(...'for=12.;:"\\[] \t,') })],
    (text) => {
      const ip = parseForwardedElement(text);
      equal(ip === null || text.toLowerCase().includes("for="), true);
    },
    { numRuns: 1000 },
  ));

const plain = (list: string) => [...listElementsFromRight(list, false)];
const quoted = (list: string) => [...listElementsFromRight(list, true)];

Deno.test("listElementsFromRight - last element first, trimmed", () => {
  deepEqual(plain("a, b\t,c"), ["c", "b", "a"]);
  deepEqual(plain(" a "), ["a"]);
  deepEqual(plain(",a,,"), ["", "", "a", ""]);
  deepEqual(plain(""), [""]);
});

Deno.test("listElementsFromRight - commas inside quotes do not separate", () => {
  deepEqual(quoted('for="a,b", for=c'), ["for=c", 'for="a,b"']);
  deepEqual(quoted(String.raw`x="\",\\", y`), ["y", String.raw`x="\",\\"`]);
  deepEqual(plain('"a,b"'), ['b"', '"a']);
});

Deno.test("listElementsFromRight - an open quote on the left has no effect", () => {
  deepEqual(quoted('for="evil, for=good'), ["for=good", 'for="evil']);
});

Deno.test("listElementsFromRight - at most 64 elements", () => {
  const list = Array.from({ length: 100 }, (_, i) => i).join(",");
  const walked = plain(list);
  equal(walked.length, 64);
  equal(walked.at(-1), "36");
});

Deno.test("listElementsFromRight - at most 4096 characters, without an incomplete element", () => {
  deepEqual(plain(`${"1".repeat(100_000)},a,b`), ["b", "a"]);
  deepEqual(plain("1".repeat(100_000)), []);
  deepEqual(plain(`1.2.3.4,${" ".repeat(4096)}`), []);
});

Deno.test("listElementsFromRight - agrees with split", () =>
  forAll([fc.array(fc.string({ unit: fc.constantFrom(...'ab.:"\\') }), {
    minLength: 1,
    maxLength: 20,
  })], (elements) => {
    deepEqual(plain(elements.join(" , ")), elements.toReversed());
  }));

Deno.test("listElementsFromRight - separates any input at commas only", () => {
  const text = fc.string({ unit: fc.constantFrom(...'a,"\\ ;=') });
  forAll([text], (list) => {
    const pieces = quoted(list);
    const squeezed = (text: string) => text.replaceAll(" ", "");
    equal(pieces.toReversed().map(squeezed).join(","), squeezed(list));
    ok(pieces.length <= list.split(",").length);
  });
});
