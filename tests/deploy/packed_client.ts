/** A client that takes packed answers, as browsers do, and unpacks them as they come in. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request as requestPlain } from "node:http";
import { request } from "node:https";
import { createGunzip } from "node:zlib";
import type { RawRequest } from "./raw_client.ts";

/** Sends a body; the status of the response, which may come before the body's end. */
export async function post(
  { port, host, path, caCert }: RawRequest,
  body: Uint8Array,
): Promise<{ status: number }> {
  const sent = (caCert === undefined ? requestPlain : request)({
    host: "127.0.0.1",
    port,
    path,
    method: "POST",
    servername: host,
    ca: caCert,
    agent: false,
    headers: { host, "content-length": body.length },
  });
  // A proxy that refuses a body may close the connection before its end.
  sent.on("error", () => {});
  sent.end(body);
  const [response] = await once(sent, "response") as [IncomingMessage];
  response.destroy();
  return { status: response.statusCode ?? 0 };
}

/** The encoding of a response, null if it is plain, and the pieces of its text. */
export async function askPacked(
  { port, host, path = "/", headers = {}, caCert }: RawRequest,
) {
  const sent = request({
    host: "127.0.0.1",
    port,
    path,
    servername: host,
    ca: caCert,
    agent: false,
    headers: { host, "accept-encoding": "gzip", ...headers },
  });
  sent.end();
  const [response] = await once(sent, "response") as [IncomingMessage];
  const encoding = response.headers["content-encoding"] ?? null;
  const body = encoding === "gzip" ? response.pipe(createGunzip()) : response;
  async function* pieces() {
    const decoder = new TextDecoder();
    for await (const bytes of body) {
      yield decoder.decode(bytes, { stream: true });
    }
  }
  return { encoding, pieces: pieces() };
}
