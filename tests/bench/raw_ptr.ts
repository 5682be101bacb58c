/**
 * The baseline of a first lookup: the least work with which a Deno server can query
 * one PTR record over four shared sockets, and send a fixed record with the same
 * headers.
 *
 *     deno run -A --unstable-net tests/bench/raw_ptr.ts PORT DNS_PORT [THREADS]
 */
import { encodeQuestion } from "../../lib/dns/question.ts";
import { reverseWireName } from "../../lib/dns/wire_name.ts";
import { corsHeaders } from "../../lib/http/responses.ts";
import { parseIp } from "../../lib/net/ip_address.ts";

const SOCKETS = 4;
const headers = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "private, max-age=3600",
  "x-content-type-options": "nosniff",
  ...corsHeaders,
};
/** As long as a record of V1. */
const record = JSON.stringify({ ok: true, padding: "a".repeat(750) });

const [port, dnsPort, threads = 1] = Deno.args.map(Number);
const server: Deno.NetAddr = {
  transport: "udp",
  hostname: "127.0.0.1",
  port: dnsPort,
};

function openSocket() {
  const socket = Deno.listenDatagram({
    transport: "udp",
    hostname: "0.0.0.0",
    port: 0,
  });
  const waiting = new Map<number, () => void>();
  let lastId = 0;
  const receive = async () => {
    const buffer = new Uint8Array(4096);
    for (;;) {
      const [bytes] = await socket.receive(buffer);
      const id = bytes[0] << 8 | bytes[1];
      waiting.get(id)?.();
      waiting.delete(id);
    }
  };
  receive();
  return (text: string, named: () => void) => {
    const ip = parseIp(text);
    if (!ip) return named();
    const id = lastId = (lastId + 1) & 0xffff;
    waiting.set(id, named);
    const wireName = reverseWireName(ip);
    socket.send(
      encodeQuestion({ id, wireName, type: "PTR", withEdns: false }),
      server,
    );
  };
}

const sockets = Array.from({ length: SOCKETS }, openSocket);
let turn = 0;
Deno.serve(
  { port, hostname: "127.0.0.1", reusePort: threads > 1, onListen() {} },
  ({ url }) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    sockets[turn++ % SOCKETS](
      url.slice(url.lastIndexOf("/") + 1),
      () => resolve(new Response(record, { headers })),
    );
    return promise;
  },
);

const isMain = !("WorkerGlobalScope" in globalThis);
for (let i = 1; isMain && i < threads; i++) {
  new Worker(import.meta.url, { type: "module" });
}
