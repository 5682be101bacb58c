import assert from "node:assert/strict";
import { whileHere } from "../../../lib/http/while_here.ts";

Deno.test("whileHere - gives the answer, or what it fails with", async () => {
  const request = new Request("http://porthole.test/");
  assert.equal(await whileHere(request, Promise.resolve("found")), "found");
  await assert.rejects(
    whileHere(request, Promise.reject(new TypeError("a slip"))),
    { name: "TypeError", message: "a slip" },
  );
});

Deno.test("whileHere - nobody is told of a failure after the client has left", async () => {
  const leaving = new AbortController();
  const request = new Request("http://porthole.test/", {
    signal: leaving.signal,
  });
  leaving.abort();
  const answer = await whileHere(request, Promise.reject(new Error("left")));
  assert(answer instanceof Response);
  assert.deepEqual([answer.status, answer.body], [499, null]);
});
