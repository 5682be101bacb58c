/** Every row of the URL table, flooded by a client that reads no response and ends no body. */
import assert from "node:assert/strict";
import { BUCKETS } from "../../lib/limits/bucket.ts";
import {
  ENDPOINT_REQUESTS,
  type EndpointRequest,
  headersOf,
} from "../attack/endpoints.ts";
import type { TestApp } from "../support/app.ts";
import { exportApp } from "../support/export_app.ts";
import { newMember } from "../support/members.ts";
import { upstream } from "../support/upstream.ts";
import { statusOf } from "../support/responses.ts";

const ORIGIN = "http://porthole.test";
const MAX_BYTES = 2 * 1024 * 1024;
const PAGE_BYTES = 112 * 1024;
/** More than a client's half of the memory has room for, if each takes 8 KiB. */
const REQUESTS = 200;

interface Client {
  readonly peer: string;
  readonly token: string;
}

function ask(
  app: TestApp,
  { method, path, body, ...request }: EndpointRequest,
  { peer, token }: Client,
  init: Parameters<TestApp["get"]>[1] = {},
): Promise<Response> {
  const headers = { ...headersOf(request, ORIGIN), "x-api-key": token };
  return app.get(path, { method, body, headers, peer, ...init });
}

/** The status for a client that reads its response. */
const statusFor = (...request: Parameters<typeof ask>) =>
  statusOf(ask(...request));

/** Requests whose responses are not read until it is disposed of; every other body has no end. */
function flood(
  app: TestApp,
  request: EndpointRequest,
  client: Client,
): AsyncDisposable & { statuses: number[] } {
  const leaving = new AbortController();
  const { signal } = leaving;
  const { promise: completed, resolve: leave } = Promise.withResolvers<void>();
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
  const endless = (start: string) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(start));
        bodies.push(controller);
      },
    });
  const statuses: number[] = [];
  const responses = Array.from({ length: REQUESTS }, async (_, n) => {
    const isEndless = n % 2 === 0 && request.body;
    const body = isEndless ? endless(request.body![0]) : request.body;
    const init = { body, signal, completed };
    const response = await ask(app, request, client, init);
    statuses.push(response.status);
    return response;
  });
  return {
    statuses,
    async [Symbol.asyncDispose]() {
      const gone = new Error("has gone");
      leaving.abort(gone);
      for (const body of bodies) body.error(gone);
      leave();
      for (const response of await Promise.all(responses)) {
        await response.body?.cancel().catch(() => {});
      }
    },
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

Deno.test("floods - of each row and method of the URL table, a client gets its share, others get the same as ever, and all is given back", async () => {
  // So that whois asks nobody outside.
  await using registry = upstream({ status: 404 });
  const limits = BUCKETS
    .map((name) => [`RATE_LIMIT_${name.toUpperCase()}`, "0"]);
  const file = new Uint8Array(100_000);
  await using app = await exportApp({
    files: { "porthole-asn.csv": file, "Porthole-ASN.tar.gz": file },
    editions: [{ name: "Porthole-ASN", md5: "0".repeat(32), packed: [0, 1] }],
  }, {
    env: {
      ...Object.fromEntries(limits),
      ...{ SPEED_TEST: "on", RDAP_BOOTSTRAP_URL: registry.url.href },
    },
    // Each short response is counted, as if for all of its kind.
    inFlight: { maxBytes: MAX_BYTES, random: () => 0 },
  });
  const { inFlight, services } = app;
  const { batches, exports, names, rangeLists, speedTest } = services;
  const pools = [
    ...[exports!.readers, batches.permits, names.permits],
    ...[rangeLists.readers, speedTest!.transfers],
  ];
  const [attacker, other] = await Promise.all(
    ["198.51.100.66", "192.0.2.1"].map(async (peer) => {
      const { token } = await newMember(app, `${peer}@example.net`);
      return { peer, token };
    }),
  );
  for (const request of ENDPOINT_REQUESTS) {
    const name = `${request.method} ${request.row.path}`;
    // The first one may create something.
    await statusFor(app, request, other);
    const status = await statusFor(app, request, other);
    {
      await using flooded = flood(app, request, attacker);
      assert.equal(await statusFor(app, request, other), status, name);
      // At most half, and what the other client has.
      assert(inFlight.bytes <= MAX_BYTES / 2 + PAGE_BYTES, name);
      while (!flooded.statuses.includes(503)) await turn();
    }
    while (inFlight.bytes > 0 || pools.some(({ acquired }) => acquired > 0)) {
      await turn();
    }
  }
});
