import assert from "node:assert/strict";
import { parseDomain } from "../../../lib/net/domain.ts";
import { isOtherName } from "../../../lib/whois/other_name.ts";

Deno.test("isOtherName - ignores case, a trailing dot and the script", () => {
  const of = (asked: string, said: string | null) =>
    isOtherName(parseDomain(asked)!, said);
  for (
    const [asked, said] of [
      ["example.test", "EXAMPLE.TEST"],
      ["example.test", "example.test."],
      ["example.test", " example.test "],
      ["bücher.test", "xn--bcher-kva.test"],
      ["xn--bcher-kva.test", "BÜCHER.test"],
      ["example.test", null],
      ["example.test", ""],
      ["example.test", "not a name"],
      ["example.test", "test"],
    ] as const
  ) {
    assert.equal(of(asked, said), false, `${asked} ${said}`);
  }
  for (
    const [asked, said] of [
      ["example.test", "other.test"],
      ["www.example.test", "example.test"],
      ["bücher.test", "bucher.test"],
    ] as const
  ) {
    assert.equal(of(asked, said), true, `${asked} ${said}`);
  }
});
