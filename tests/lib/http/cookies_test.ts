import assert from "node:assert/strict";
import { cookieValues } from "../../../lib/http/cookies.ts";

const read = (cookie: string) => cookieValues(new Headers({ cookie }), "name");

Deno.test("cookieValues - returns up to three values of a name, in order", () => {
  assert.deepEqual(read("name=a; other=b; name=c"), ["a", "c"]);
  assert.deepEqual(read("name=a; name=b; name=c; name=d"), ["a", "b", "c"]);
  assert.deepEqual(cookieValues(new Headers(), "name"), []);
});

Deno.test("cookieValues - leaves out values that this site never sets", () => {
  const long = "x".repeat(201);
  assert.deepEqual(read(`name; name=; name="a"; name=a b; name=${long}`), []);
});
