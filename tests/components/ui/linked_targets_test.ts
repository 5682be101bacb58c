import assert from "node:assert/strict";
import fc from "fast-check";
import { targetPath } from "../../../components/ui/linked_targets.tsx";
import { forAll } from "../../support/for_all.ts";
import samples from "./linked_targets.json" with { type: "json" };

for (const [text, path] of samples.paths) {
  Deno.test(`targetPath - ${JSON.stringify(text)}`, () =>
    assert.equal(targetPath(text!), path));
}

Deno.test("targetPath - leads to no registration without whois", () => {
  const paths = ["192.0.2.1", "192.0.2.0/24", "AS15169", "mail.example.com"]
    .map((text) => targetPath(text, false));
  assert.deepEqual(paths, [
    ...["/192.0.2.1", "/192.0.2.0/24", "/AS15169", "/lookup/mail.example.com"],
  ]);
});

Deno.test("targetPath - is a path of this site, or null, for any text", () =>
  forAll([fc.string()], (text) => {
    const path = targetPath(text);
    if (path === null) return;
    const origin = "https://porthole.test";
    const url = new URL(path, origin);
    assert.deepEqual([url.origin, url.search, url.hash], [origin, "", ""]);
  }));
