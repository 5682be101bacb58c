import assert from "node:assert/strict";
import { RegistryError } from "../../../lib/whois/rdap/registry_error.ts";
import {
  firstRegistered,
  registrableNames,
} from "../../../lib/whois/names_above.ts";

function names(ascii: string): string[] {
  return registrableNames({ ascii }).map(({ ascii }) => ascii);
}

Deno.test("registrableNames - is the name and those it may lie in, three at most", () => {
  assert.deepEqual(names("example.com"), ["example.com"]);
  assert.deepEqual(names("www.example.com"), [
    "www.example.com",
    "example.com",
  ]);
  assert.deepEqual(names("a.b.example.co.uk"), [
    "a.b.example.co.uk",
    "example.co.uk",
    "co.uk",
  ]);
});

Deno.test("firstRegistered - stops at the first of which something is", async () => {
  const asked: string[] = [];
  const found = await firstRegistered({ ascii: "a.b.example.com" }, (name) => {
    asked.push(name.ascii);
    return Promise.resolve(name.ascii === "b.example.com" ? 7 : null);
  });
  assert.deepEqual(found, { name: { ascii: "b.example.com" }, answer: 7 });
  assert.deepEqual(asked, ["a.b.example.com", "b.example.com"]);
});

Deno.test("firstRegistered - null where nothing is", async () => {
  const ask = () => Promise.resolve(null);
  assert.equal(await firstRegistered({ ascii: "www.a.example" }, ask), null);
});

Deno.test("firstRegistered - a refusal counts for the last name alone", async () => {
  for (const code of ["rejected", "malformed"] as const) {
    const refuse = (accepted: string) => (name: { ascii: string }) =>
      name.ascii === accepted
        ? Promise.resolve(name.ascii)
        : Promise.reject(new RegistryError(code));
    const domain = { ascii: "www.a.example" };
    assert.deepEqual(await firstRegistered(domain, refuse("a.example")), {
      name: { ascii: "a.example" },
      answer: "a.example",
    });
    await assert.rejects(firstRegistered(domain, refuse("")), { code });
  }
});

Deno.test("firstRegistered - any other failure ends the search", async () => {
  let asked = 0;
  const ask = () => {
    asked++;
    return Promise.reject(new RegistryError("unreachable"));
  };
  await assert.rejects(firstRegistered({ ascii: "www.a.example" }, ask), {
    code: "unreachable",
  });
  assert.equal(asked, 1);
});
