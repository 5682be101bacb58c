/** An HTTP/1.1 client for any host name, which trusts who it is told to. */

export interface RawRequest {
  port: number;
  /** The host that is asked for, whatever address is connected to. */
  host: string;
  path?: string;
  headers?: Record<string, string>;
  /** The certificate to trust; without one there is no encryption. */
  caCert?: string;
}

/** The answer in pieces: head, blank line, body as it was framed. Empty where the connection is closed without one. */
async function* piecesOf(
  { port, host, path = "/", headers = {}, caCert }: RawRequest,
): AsyncGenerator<string> {
  const tcp = await Deno.connect({ hostname: "127.0.0.1", port });
  using connection = caCert === undefined
    ? tcp
    : await Deno.startTls(tcp, { hostname: host, caCerts: [caCert] });
  const lines = Object.entries({ host, connection: "close", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const writer = connection.writable.getWriter();
  const head = `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
  await writer.write(new TextEncoder().encode(head));
  writer.releaseLock();
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  for (;;) {
    const length = await connection.read(buffer);
    if (length === null) return;
    yield decoder.decode(buffer.subarray(0, length), { stream: true });
  }
}

/** The whole answer; null where the connection is closed without one. */
export async function ask(request: RawRequest) {
  let text = "";
  for await (const piece of piecesOf(request)) text += piece;
  if (text === "") return null;
  const end = text.indexOf("\r\n\r\n");
  const [first, ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Headers(lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }));
  const framed = text.slice(end + 4);
  const isChunked = headers.get("transfer-encoding") === "chunked";
  return {
    status: Number(first.split(" ")[1]),
    headers,
    body: isChunked ? unchunked(framed) : framed,
  };
}

/** For bodies of ASCII, whose lengths in bytes are those of the text. */
function unchunked(framed: string): string {
  let body = "";
  let rest = framed;
  for (;;) {
    const line = rest.indexOf("\r\n");
    const length = parseInt(rest.slice(0, line), 16);
    if (!(length > 0)) return body;
    body += rest.slice(line + 2, line + 2 + length);
    rest = rest.slice(line + 2 + length + 2);
  }
}
