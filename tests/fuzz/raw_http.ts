/** A raw HTTP/1.1 client, for requests that `fetch` would not send. */

export interface RawResponse {
  /** Null if the connection ended without a status line. */
  status: number | null;
  /** The start of the response. */
  head: string;
}

/** Characters of a response that are kept: enough for its head. */
const KEPT_CHARACTERS = 4_096;

const decoder = new TextDecoder("latin1");

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * Sends octets over a new connection, and reads until it ends.
 *
 * @throws {DOMException} `TimeoutError` if nothing arrives for too long
 */
export async function exchangeRaw(
  { hostname, port }: { hostname: string; port: number },
  text: string,
  timeoutMs: number,
): Promise<RawResponse> {
  using conn = await Deno.connect({ hostname, port });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    conn.close();
  }, timeoutMs);
  let head = "";
  try {
    // A server that refuses a request may close before it has read all of it.
    const sending = writeAll(conn, bytesOf(text)).catch(() => {});
    const buffer = new Uint8Array(65_536);
    for (;;) {
      const count = await conn.read(buffer).catch(() => null);
      if (count === null) break;
      if (head.length < KEPT_CHARACTERS) {
        head += decoder.decode(buffer.subarray(0, count));
      }
    }
    if (isLate) throw new DOMException("no end of a response", "TimeoutError");
    await sending;
  } finally {
    clearTimeout(timer);
  }
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
  return { status: status ? Number(status) : null, head };
}

async function writeAll(conn: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += await conn.write(bytes.subarray(at));
  }
}
