import assert from "node:assert/strict";
import fc from "fast-check";
import { askedTarget, whoisPath } from "../../../lib/whois/whois_path.ts";
import { parseWhoisTarget } from "../../../lib/whois/whois_target.ts";

function asked(path: string): string {
  return askedTarget(new URL(path, "http://porthole.test"));
}

Deno.test("askedTarget - takes a path, with a slash in it or encoded, and a form", () => {
  assert.equal(asked("/whois/AS15169"), "AS15169");
  assert.equal(asked("/whois/192.0.2.0/24"), "192.0.2.0/24");
  assert.equal(asked("/whois/192.0.2.0%2F24"), "192.0.2.0/24");
  assert.equal(asked("/whois/2001:db8::7/"), "2001:db8::7");
  assert.equal(asked("/whois/b%C3%BCcher.example"), "bücher.example");
  assert.equal(asked("/whois/%20a.example"), " a.example");
  assert.equal(asked("/whois?query=+192.0.2.0%2F24+"), "192.0.2.0/24");
  assert.equal(asked("/whois"), "");
  assert.equal(asked("/whois/"), "");
});

Deno.test("askedTarget - a broken encoding is 400", () => {
  for (const path of ["/whois/%", "/whois/%FF", "/whois/%E0%A4%A"]) {
    assert.throws(() => asked(path), {
      name: "AppError",
      status: 400,
      code: "INVALID_TARGET",
    });
  }
});

Deno.test("whoisPath - leads back to the target", () => {
  const texts = ["AS15169", "192.0.2.0/24", "2001:db8::/32", "a.example"];
  for (const text of texts) {
    assert.equal(asked(whoisPath({ text })), text);
    assert.equal(
      whoisPath({ text }, { output: "json" }),
      `/whois/${text}?output=json`,
    );
  }
  fc.assert(fc.property(fc.domain(), (text) => {
    const target = parseWhoisTarget(text);
    assert.equal(asked(whoisPath(target)), target.text);
  }));
});
