/** Sends requests of distinct clients as fast as possible, to fill every table. */

/** Clients per write. */
const BATCH = 64;
/** One in this many clients looks up an address, which takes far longer than returning its own. */
const ASKED_ABOUT_EVERY = 4;
const encoder = new TextEncoder();
const STATUS_LINE = /HTTP\/1\.1 (\d{3})/g;

/** Connections that share the clients. */
const CONNECTIONS = 32;
const STATUS_LINE_CHARACTERS = "HTTP/1.1 200".length;

/**
 * Asks from one IPv6 /64 after the other, each for its own address or about
 * another one, until there were `clients` of them or the time is up.
 *
 * @returns clients that asked, and the statuses they were given
 */
export async function flood(
  port: number,
  clients: number,
  signal: AbortSignal,
): Promise<{ sent: number; statuses: Set<number> }> {
  const statuses = new Set<number>();
  let sent = 0;
  const pour = async () => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const answers = statusesOf(connection.readable);
    while (sent < clients && !signal.aborted) {
      const first = sent;
      sent += BATCH;
      const requests = Array.from(
        { length: BATCH },
        (_, i) =>
          requestOf(
            i % ASKED_ABOUT_EVERY === 0 ? aboutPath(first + i) : "/",
            first + i,
          ),
      );
      await connection.write(encoder.encode(requests.join("")));
      for (let i = 0; i < BATCH; i++) {
        const { value, done } = await answers.next();
        if (done) throw new Error("the service hung up on a flood");
        statuses.add(value);
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, pour));
  return { sent, statuses };
}

/** The statuses of the responses on a connection. */
async function* statusesOf(
  readable: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<number, undefined> {
  let partial = "";
  for await (const text of readable.pipeThrough(new TextDecoderStream())) {
    const seen = partial + text;
    for (const [, status] of seen.matchAll(STATUS_LINE)) yield Number(status);
    // The rest may be an incomplete status line.
    partial = seen.slice(1 - STATUS_LINE_CHARACTERS);
  }
}

function requestOf(path: string, client: number): string {
  const network = `2001:db9:${(client >> 16).toString(16)}:${
    (client & 0xffff).toString(16)
  }::1`;
  return `GET ${path} HTTP/1.1\r\nHost: soak\r\nX-Forwarded-For: ${network}\r\n\r\n`;
}

function aboutPath(client: number): string {
  return `/api/v1/ip/2a02:${(client >> 16).toString(16)}:${
    (client & 0xffff).toString(16)
  }::1`;
}
