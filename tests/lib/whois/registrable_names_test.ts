import assert from "node:assert/strict";
import { RegistryError } from "../../../lib/whois/rdap/registry_error.ts";
import {
  findRegistered,
  registrableNames,
} from "../../../lib/whois/registrable_names.ts";

function names(ascii: string): string[] {
  return registrableNames({ ascii }).map(({ ascii }) => ascii);
}

Deno.test("registrableNames - returns the name and up to two parents", () => {
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

Deno.test("findRegistered - returns the first name that is registered", async () => {
  const asked: string[] = [];
  const found = await findRegistered({ ascii: "a.b.example.com" }, (name) => {
    asked.push(name.ascii);
    return Promise.resolve(name.ascii === "b.example.com" ? 7 : null);
  });
  assert.deepEqual(found, { name: { ascii: "b.example.com" }, response: 7 });
  assert.deepEqual(asked, ["a.b.example.com", "b.example.com"]);
});

Deno.test("findRegistered - returns null if no name is registered", async () => {
  const ask = () => Promise.resolve(null);
  assert.equal(await findRegistered({ ascii: "www.a.example" }, ask), null);
});

Deno.test("findRegistered - throws a refusal only if no parent is registered", async () => {
  for (const code of ["rejected", "malformed"] as const) {
    const refuse = (accepted: string) => (name: { ascii: string }) =>
      name.ascii === accepted
        ? Promise.resolve(name.ascii)
        : Promise.reject(new RegistryError(code));
    const domain = { ascii: "www.a.example" };
    assert.deepEqual(await findRegistered(domain, refuse("a.example")), {
      name: { ascii: "a.example" },
      response: "a.example",
    });
    await assert.rejects(findRegistered(domain, refuse("")), { code });
    const ask = ({ ascii }: { ascii: string }) =>
      ascii === "www.a.example"
        ? Promise.reject(new RegistryError(code))
        : Promise.resolve(null);
    await assert.rejects(findRegistered(domain, ask), { code });
  }
});

Deno.test("findRegistered - throws any other error at once", async () => {
  let asked = 0;
  const ask = () => {
    asked++;
    return Promise.reject(new RegistryError("unreachable"));
  };
  await assert.rejects(findRegistered({ ascii: "www.a.example" }, ask), {
    code: "unreachable",
  });
  assert.equal(asked, 1);
});
