/**
 * A KV Connect server for tests, in memory. Its responses can be valid, invalid,
 * late or missing. Written from the protocol's public description (denoland/denokv,
 * kv-connect.md).
 */
import * as z from "zod";
import { KvConnectData } from "./kv_connect_data.ts";
import { Relay } from "./relay.ts";

/**
 * The fault in place of a response: a status, bytes that are not a message, no
 * response at all, or a closed connection; with `lost`, the request takes effect
 * before that.
 */
export type Fault = number | "garbage" | "hang" | "drop" | "lost";

export interface KvConnectOptions {
  /** The access token that clients must send. */
  token: string;
  versions?: readonly number[];
  /** How long the result of a metadata exchange is valid. */
  lifetimeMs?: number;
}

const databaseId = "6f9c1f0e-6a55-4a35-9d0f-4f4f1e1c7a10";
const exchange = z.object({ supportedVersions: z.array(z.int()) });

export class KvConnectServer implements AsyncDisposable {
  /** The fault of the metadata exchange. */
  metadataFault: Fault | null = null;
  /** The fault of reads and writes. */
  dataFault: Fault | null = null;
  /** The faults of the next writes, in order. */
  readonly writeFaults: (Fault | null)[] = [];
  /** The body of a response with an error status. */
  refusal = "out of order";
  /** The delay of every response. */
  delayMs = 0;
  /**
   * The received requests, including those with faults: `metadata`,
   * `snapshot_read`, `atomic_write`.
   */
  readonly received: string[] = [];
  /** Reads and writes that took effect. */
  carriedOut = 0;
  readonly #data = new KvConnectData();
  readonly #token: string;
  readonly #versions: readonly number[];
  readonly #lifetimeMs: number;
  readonly #stopped = Promise.withResolvers<void>();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  /** Clients come through it: an HTTP server alone cannot leave a request without any answer. */
  readonly #relay: Relay;
  #issued = 1;

  constructor(
    { token, versions = [1, 2, 3], lifetimeMs = 3_600_000 }: KvConnectOptions,
  ) {
    this.#token = token;
    this.#versions = versions;
    this.#lifetimeMs = lifetimeMs;
    const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
    this.#server = Deno.serve(options, (request) => this.#response(request));
    this.#relay = new Relay(this.#server.addr.port);
  }

  /** The URL for clients. */
  get url(): string {
    return `http://127.0.0.1:${this.#relay.port}/`;
  }

  /** Disconnects the server and closes every connection; its data stays. */
  leave(): Promise<void> {
    return this.#relay.stop();
  }

  /** Undoes `leave`. */
  comeBack(): void {
    this.#relay.start();
  }

  /** Invalidates the results of all metadata exchanges: clients must repeat them. */
  expireTokens(): void {
    this.#issued++;
  }

  async [Symbol.asyncDispose]() {
    this.#stopped.resolve();
    await this.#relay.stop();
    await this.#server.shutdown();
  }

  async #response(request: Request): Promise<Response> {
    const body = await request.bytes();
    const method = new URL(request.url).pathname.replace(/^\/(v\/)?/, "") ||
      "metadata";
    this.received.push(method);
    if (this.delayMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    }
    const fault = this.#faultOf(method);
    if (typeof fault === "number") return refusal(fault, this.refusal);
    if (fault === "garbage") return new Response(new Uint8Array([255, 255]));
    if (fault === "hang") await this.#stopped.promise;
    if (fault === "drop") this.#relay.cut();
    if (fault === "hang" || fault === "drop") return refusal(503, "too late");
    const response = this.#carryOut(method, request, body);
    if (fault === "lost" && response.ok) this.#relay.cut();
    return response;
  }

  #faultOf(method: string): Fault | null {
    if (method === "metadata") return this.metadataFault;
    if (method !== "atomic_write") return this.dataFault;
    return this.writeFaults.shift() ?? this.dataFault;
  }

  #carryOut(method: string, { headers }: Request, body: Uint8Array): Response {
    if (method === "metadata") {
      if (headers.get("authorization") !== `Bearer ${this.#token}`) {
        return refusal(401, "unknown access token");
      }
      return this.#metadata(body);
    }
    const version = Number(headers.get("x-denokv-version") ?? 1);
    if (headers.get("authorization") !== `Bearer ${this.#dataToken(version)}`) {
      return refusal(401, "the token has expired");
    }
    const idHeader = version === 1
      ? "x-transaction-domain-id"
      : "x-denokv-database-id";
    if (headers.get(idHeader) !== databaseId) {
      return refusal(404, "no such database");
    }
    try {
      const response = method === "snapshot_read"
        ? this.#data.snapshotRead(body)
        : method === "atomic_write"
        ? this.#data.atomicWrite(body)
        : null;
      if (!response) return refusal(404, "no such call");
      this.carriedOut++;
      return protobuf(response);
    } catch (error) {
      return refusal(400, String(error));
    }
  }

  #metadata(body: Uint8Array): Response {
    const { supportedVersions } = body.length === 0
      ? { supportedVersions: [1] }
      : exchange.parse(JSON.parse(new TextDecoder().decode(body)));
    const common = this.#versions.filter((one) =>
      supportedVersions.includes(one)
    );
    if (common.length === 0) return refusal(400, "no version in common");
    const version = Math.max(...common);
    return Response.json({
      version,
      databaseId,
      // Addresses relative to the server are new in version 2.
      endpoints: [{
        url: version === 1 ? `${this.url}v` : "/v",
        consistency: "strong",
      }],
      token: this.#dataToken(version),
      expiresAt: new Date(Date.now() + this.#lifetimeMs).toISOString(),
    });
  }

  #dataToken(version: number): string {
    return `data-${version}-${this.#issued}`;
  }
}

function refusal(status: number, text: string): Response {
  return new Response(text, { status });
}

function protobuf(bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, {
    headers: { "content-type": "application/x-protobuf" },
  });
}
