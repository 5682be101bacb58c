import assert from "node:assert/strict";
import { ask, NetworkError } from "../../../../lib/data/update/request.ts";
import {
  type OutboundResponse,
  readBody,
} from "../../../../lib/core/outbound.ts";
import { feedServer } from "./feed_server.ts";

const { signal } = new AbortController();
const request = { fetch, headers: { "user-agent": "porthole/1.2.3" }, signal };

async function textOf(response: OutboundResponse): Promise<string> {
  const bytes = await readBody(response, { maxBytes: 100, signal });
  return new TextDecoder().decode(bytes);
}

function redirect(location: string, status = 302) {
  return () => new Response(null, { status, headers: { location } });
}

Deno.test("ask - every kind of redirect is followed, relative ones too", async () => {
  await using server = feedServer({ "/end": () => new Response("here") });
  for (const status of [301, 302, 303, 307, 308]) {
    server.routes[`/${status}`] = redirect("end", status);
    const response = await ask(`${server.origin}/${status}`, request);
    assert.equal(response.status, 200);
    assert.equal(await textOf(response), "here");
  }
});

Deno.test("ask - credentials stay with the origin they are for", async () => {
  await using store = feedServer({ "/file": () => new Response("file") });
  await using server = feedServer({
    "/start": redirect("/again"),
    "/again": redirect(`${store.origin}/file`),
  });
  const response = await ask(`${server.origin}/start`, {
    ...request,
    authorization: "Basic c2VjcmV0",
  });
  assert.equal(await textOf(response), "file");
  const sent = (asked: typeof server.asked) =>
    asked.map(({ path, headers }) => [
      path,
      headers.get("authorization"),
      headers.get("user-agent"),
    ]);
  assert.deepEqual(sent(server.asked), [
    ["/start", "Basic c2VjcmV0", "porthole/1.2.3"],
    ["/again", "Basic c2VjcmV0", "porthole/1.2.3"],
  ]);
  assert.deepEqual(sent(store.asked), [["/file", null, "porthole/1.2.3"]]);
});

Deno.test("ask - credentials that a redirect names are not used", async () => {
  await using server = feedServer({ "/end": () => new Response("here") });
  const { host } = new URL(server.origin);
  server.routes["/start"] = redirect(`http://eve:pw@${host}/end`);
  await textOf(await ask(`${server.origin}/start`, request));
  assert.equal(server.asked[1].path, "/end");
  assert.equal(server.asked[1].headers.get("authorization"), null);
});

Deno.test("ask - redirects to other schemes, to nowhere and in circles are refused", async () => {
  await using server = feedServer({
    "/file": redirect("file:///etc/passwd"),
    "/data": redirect("data:text/plain,hello"),
    "/nowhere": () => new Response(null, { status: 302 }),
    "/bad": redirect("http://[::"),
    "/circle": redirect("/circle"),
  });
  const { host } = new URL(server.origin);
  for (
    const [path, reason] of [
      ["/file", "redirects to what is no web address"],
      ["/data", "redirects to what is no web address"],
      ["/nowhere", "redirects to nowhere"],
      ["/bad", "redirects to nowhere"],
      ["/circle", "redirects more than 5 times"],
    ]
  ) {
    await assert.rejects(
      ask(server.origin + path, request),
      { name: "Error", message: `${host} ${reason}` },
    );
  }
});

Deno.test("ask - no redirect leads from https back to http", async () => {
  const seen: string[] = [];
  const fetch = (url: URL) => {
    seen.push(url.href);
    return Promise.resolve(redirect("http://lists.example/a")());
  };
  await assert.rejects(
    ask("https://lists.example/a", { ...request, fetch }),
    { message: "lists.example redirects to an unencrypted address" },
  );
  assert.deepEqual(seen, ["https://lists.example/a"]);
});

Deno.test("ask - nobody there is a network error that tells the host alone", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const host = `127.0.0.1:${listener.addr.port}`;
  listener.close();
  const error = await ask(`http://${host}/a?key=secret`, request)
    .catch((e) => e);
  assert(error instanceof NetworkError);
  assert.equal(
    error.message,
    `${host} cannot be reached: tcp connect error: Connection refused ` +
      "(os error 111)",
  );
});

Deno.test("ask - the reason of the signal comes out", async () => {
  await using server = feedServer();
  const reason = new Error("enough");
  await assert.rejects(
    ask(server.origin, { ...request, signal: AbortSignal.abort(reason) }),
    reason,
  );
});
