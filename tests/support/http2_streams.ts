/** HTTP/2 without TLS and without flow control: requests that a client leaves open. */

const encoder = new TextEncoder();
const HEADERS = 1;
const SETTINGS = 4;
const DATA = 0;
const RESET = 3;
const END_STREAM = 1;
const END_HEADERS = 4;
const PREFACE = encoder.encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
/** SETTINGS_INITIAL_WINDOW_SIZE 0: the server can send headers, but no body. */
const NO_WINDOW = [0, 4, 0, 0, 0, 0];

/** A frame (RFC 9113 section 4.1). */
function frame(
  type: number,
  flags: number,
  stream: number,
  payload: ArrayLike<number>,
): Uint8Array {
  const bytes = new Uint8Array(9 + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, payload.length << 8 | type);
  view.setUint8(4, flags);
  view.setUint32(5, stream);
  bytes.set(payload, 9);
  return bytes;
}

/** Fields as literals that no table keeps (RFC 7541 section 6.2.2). Each up to 126 bytes. */
function fieldBlock(fields: Readonly<Record<string, string>>): number[] {
  return Object.entries(fields).flatMap((field) => [
    0,
    ...field.flatMap((text) => [text.length, ...encoder.encode(text)]),
  ]);
}

export interface OpenStream {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent at once, without an end. Up to 16 KiB. */
  readonly bodyStart?: string;
  /** The whole body, sent at once. Up to 16 KiB. */
  readonly body?: string;
}

/** A connection with requests whose responses are never read. */
export class Http2Streams implements Disposable {
  readonly #socket: Deno.TcpConn;
  /** Responses by status, as far as HPACK has an entry for it; others are 0. */
  readonly statuses = new Map<number, number>();

  private constructor(socket: Deno.TcpConn) {
    this.#socket = socket;
    this.#count().catch(() => {});
  }

  /** Opens a connection with these requests; at most 200, which is the limit of Deno. */
  static async open(
    port: number,
    requests: readonly OpenStream[],
  ): Promise<Http2Streams> {
    const socket = await Deno.connect({ hostname: "127.0.0.1", port });
    const streams = new Http2Streams(socket);
    const parts = [PREFACE, frame(SETTINGS, 0, 0, NO_WINDOW)];
    requests.forEach((request, i) => {
      const { method = "GET", path, headers, body, bodyStart } = request;
      const stream = 2 * i + 1;
      const block = fieldBlock({
        ":method": method,
        ":scheme": "http",
        ":path": path,
        ":authority": `127.0.0.1:${port}`,
        ...headers,
      });
      const sent = body ?? bodyStart;
      const flags = sent === undefined ? END_HEADERS | END_STREAM : END_HEADERS;
      parts.push(frame(HEADERS, flags, stream, block));
      if (sent !== undefined) {
        const end = body === undefined ? 0 : END_STREAM;
        parts.push(frame(DATA, end, stream, encoder.encode(sent)));
      }
    });
    const writer = socket.writable.getWriter();
    await writer.write(
      new Uint8Array(await new Blob(parts as BlobPart[]).bytes()),
    );
    writer.releaseLock();
    return streams;
  }

  /** Responses so far. */
  get responses(): number {
    return this.statuses.values().reduce((sum, count) => sum + count, 0);
  }

  async #count(): Promise<void> {
    let rest = new Uint8Array();
    const chunk = new Uint8Array(65_536);
    for (;;) {
      const length = await this.#socket.read(chunk);
      if (length === null) return;
      let bytes = new Uint8Array(rest.length + length);
      bytes.set(rest);
      bytes.set(chunk.subarray(0, length), rest.length);
      while (bytes.length >= 9) {
        const view = new DataView(bytes.buffer, bytes.byteOffset);
        const end = 9 + (view.getUint32(0) >>> 8);
        if (bytes.length < end) break;
        const type = bytes[3];
        if (type === HEADERS) this.#add(bytes[9]);
        if (type === RESET) this.resets++;
        bytes = bytes.subarray(end);
      }
      rest = bytes.slice();
    }
  }

  /** Streams that the server has reset. */
  resets = 0;

  #add(firstByte: number): void {
    // RFC 7541 appendix A: an indexed field of the static table.
    const known: Record<number, number> = { 0x88: 200, 0x8c: 400, 0x8d: 404 };
    const status = known[firstByte] ?? 0;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  [Symbol.dispose](): void {
    try {
      this.#socket.close();
    } catch {
      // The server has closed it.
    }
  }
}
