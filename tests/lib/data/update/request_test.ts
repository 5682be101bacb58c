import assert from "node:assert/strict";
import {
  NetworkError,
  sendRequest,
} from "../../../../lib/data/update/request.ts";
import { readBody } from "../../../../lib/core/outbound.ts";
import { feedServer } from "./feed_server.ts";

const { signal } = new AbortController();
const request = { fetch, headers: { "user-agent": "porthole/1.2.3" }, signal };

async function textOf(response: Awaited<ReturnType<typeof sendRequest>>) {
  const bytes = await readBody(response, { maxBytes: 100, signal });
  return new TextDecoder().decode(bytes);
}

const redirect = (location: string, status = 302) => () =>
  new Response(null, { status, headers: { location } });

Deno.test("sendRequest - follows every kind of redirect, also relative ones", async () => {
  await using server = feedServer({ "/end": "here" });
  for (const status of [301, 302, 303, 307, 308]) {
    server.routes[`/${status}`] = redirect("end", status);
    const response = await sendRequest(`${server.origin}/${status}`, request);
    assert.equal(response.status, 200);
    assert.equal(await textOf(response), "here");
  }
});

Deno.test("sendRequest - sends credentials only to the first origin", async () => {
  await using store = feedServer({ "/file": "file" });
  await using server = feedServer({
    "/start": redirect("/again"),
    "/again": redirect(`${store.origin}/file`),
  });
  const response = await sendRequest(`${server.origin}/start`, {
    ...request,
    authorization: "Basic c2VjcmV0",
  });
  assert.equal(await textOf(response), "file");
  const names = ["authorization", "user-agent"];
  assert.deepEqual(
    [...server.requests, ...store.requests].map(({ path, headers }) => [
      path,
      ...names.map((name) => headers.get(name)),
    ]),
    [
      ["/start", "Basic c2VjcmV0", "porthole/1.2.3"],
      ["/again", "Basic c2VjcmV0", "porthole/1.2.3"],
      ["/file", null, "porthole/1.2.3"],
    ],
  );
});

Deno.test("sendRequest - does not use credentials in a redirect", async () => {
  await using server = feedServer({ "/end": "here" });
  server.routes["/start"] = redirect(`http://eve:pw@${server.host}/end`);
  await textOf(await sendRequest(`${server.origin}/start`, request));
  assert.equal(server.requests[1].path, "/end");
  assert.equal(server.requests[1].headers.get("authorization"), null);
});

Deno.test("sendRequest - rejects redirects to other schemes, without a location and in loops", async () => {
  await using server = feedServer({
    "/file": redirect("file:///etc/passwd"),
    "/data": redirect("data:text/plain,hello"),
    "/nowhere": () => new Response(null, { status: 302 }),
    "/bad": redirect("http://[::"),
    "/circle": redirect("/circle"),
  });
  const cases = [
    ["/file", "redirects to a URL that is not http(s)"],
    ["/data", "redirects to a URL that is not http(s)"],
    ["/nowhere", "redirects without a valid location"],
    ["/bad", "redirects without a valid location"],
    ["/circle", "redirects more than 5 times"],
  ];
  for (const [path, reason] of cases) {
    await assert.rejects(sendRequest(server.origin + path, request), {
      name: "Error",
      message: `${server.host} ${reason}`,
    });
  }
});

Deno.test("sendRequest - rejects a redirect from https to http", async () => {
  const seen: string[] = [];
  const fetch = (url: URL) => {
    seen.push(url.href);
    return Promise.resolve(redirect("http://lists.example/a")());
  };
  await assert.rejects(
    sendRequest("https://lists.example/a", { ...request, fetch }),
    { message: "lists.example redirects to an unencrypted URL" },
  );
  assert.deepEqual(seen, ["https://lists.example/a"]);
});

Deno.test("sendRequest - NetworkError with only the host if the connection fails", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const host = `127.0.0.1:${listener.addr.port}`;
  listener.close();
  const error = await sendRequest(`http://${host}/a?key=secret`, request)
    .catch((e) => e);
  assert(error instanceof NetworkError);
  assert.equal(
    error.message,
    `${host} cannot be reached: tcp connect error: Connection refused ` +
      "(os error 111)",
  );
});

Deno.test("sendRequest - rejects with the signal's reason", async () => {
  await using server = feedServer();
  const reason = new Error("enough");
  const aborted = { ...request, signal: AbortSignal.abort(reason) };
  await assert.rejects(sendRequest(server.origin, aborted), reason);
});
