import assert from "node:assert/strict";
import fc from "fast-check";
import { targetPath } from "../../../components/ui/linked_targets.tsx";
import { forAll } from "../../support/for_all.ts";

const PATHS: [text: string, path: string | null][] = [
  ["192.0.2.1", "/192.0.2.1"],
  ["2001:db8::1", "/2001:db8::1"],
  ["2001:db8:1:2:3:4:5:6", "/2001:db8:1:2:3:4:5:6"],
  ["192.0.2.0/24", "/whois/192.0.2.0/24"],
  ["2001:db8::/32", "/whois/2001:db8::/32"],
  ["AS15169", "/whois/AS15169"],
  ["mail.example.com", "/lookup/mail.example.com"],
  ["_sip._tcp.example.com", "/lookup/_sip._tcp.example.com"],
  ["xn--bcher-kva.xn--p1ai", "/lookup/xn--bcher-kva.xn--p1ai"],
  ["51.5", null],
  ["1.2.3", null],
  ["12:30:45", null],
  ["someone@example.com", null],
  ["EXAMPLE-1", null],
  ["+1.5551234567", null],
  ["a\\032b.example.com", null],
  ["javascript:alert(1)", null],
  ["//example.com", null],
  ["", null],
];

for (const [text, path] of PATHS) {
  Deno.test(`targetPath - ${JSON.stringify(text)}`, () => {
    assert.equal(targetPath(text), path);
  });
}

Deno.test("targetPath - leads to no registration without whois", () => {
  const paths = ["192.0.2.1", "192.0.2.0/24", "AS15169", "mail.example.com"]
    .map((text) => targetPath(text, false));
  assert.deepEqual(paths, [
    "/192.0.2.1",
    "/192.0.2.0/24",
    "/AS15169",
    "/lookup/mail.example.com",
  ]);
});

Deno.test("targetPath - is a path of this site, or null, for any text", () =>
  forAll([fc.string()], (text) => {
    const path = targetPath(text);
    if (path === null) return;
    const url = new URL(path, "https://porthole.test");
    assert.deepEqual([url.origin, url.search, url.hash], [
      "https://porthole.test",
      "",
      "",
    ]);
  }));
