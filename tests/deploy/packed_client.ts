/** A client that takes packed answers, as browsers do, and unpacks them as they come in. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { createGunzip } from "node:zlib";
import type { Asked } from "./raw_client.ts";

export interface Unpacked {
  /** As it was sent; null for plain. */
  encoding: string | null;
  pieces: AsyncGenerator<string>;
}

export async function askPacked(
  { port, host, path = "/", headers = {}, caCert }: Asked,
): Promise<Unpacked> {
  const asked = request({
    host: "127.0.0.1",
    port,
    path,
    servername: host,
    ca: caCert,
    agent: false,
    headers: { host, "accept-encoding": "gzip", ...headers },
  });
  asked.end();
  const [answer] = await once(asked, "response") as [IncomingMessage];
  const encoding = answer.headers["content-encoding"] ?? null;
  const body = encoding === "gzip" ? answer.pipe(createGunzip()) : answer;
  async function* pieces() {
    const decoder = new TextDecoder();
    for await (const bytes of body) {
      yield decoder.decode(bytes, { stream: true });
    }
  }
  return { encoding, pieces: pieces() };
}
