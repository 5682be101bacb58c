import assert from "node:assert/strict";
import fc from "fast-check";
import { slashParts } from "../../../components/ui/SlashText.tsx";
import { forAll } from "../../support/for_all.ts";

Deno.test("slashParts - splits after slashes, but not a scheme from its host", () => {
  assert.deepEqual(
    slashParts("curl https://porthole.example/api/v2/ip/8.8.8.8"),
    ["curl https://porthole.example/", "api/", "v2/", "ip/", "8.8.8.8"],
  );
  const expected = ["America/", "Argentina/", "Buenos_Aires"];
  assert.deepEqual(slashParts("America/Argentina/Buenos_Aires"), expected);
});

Deno.test("slashParts - keeps every character", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "/", ":", ".") });
  forAll([texts], (text) => assert.equal(slashParts(text).join(""), text));
});
