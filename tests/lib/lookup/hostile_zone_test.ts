import assert from "node:assert/strict";
import { decode } from "dns-packet";
import { DnsClient } from "../../../lib/dns/dns_client.ts";
import { LookupService } from "../../../lib/lookup/lookup_service.ts";
import { parseDnsQuery } from "../../../lib/lookup/dns_query.ts";
import { isEnvelopeOf } from "../../../lib/lookup/envelope.ts";
import { MAX_RECORDS } from "../../../lib/dns/message.ts";
import { skipName } from "../../../lib/dns/wire_name.ts";
import { hostileResponse } from "../dns/hostile_messages.ts";
import { startRawTcpServer, startUdpServer } from "../dns/udp_server.ts";
import { caller } from "../../support/caller.ts";
import { MemoryIndex } from "./memory_index.ts";

/** A truncated response that makes the client use TCP. */
function cutOff(query: Uint8Array): Uint8Array {
  const end = skipName(query, 12) + 4;
  const response = query.slice(0, end);
  response.set([0x83, 0x80, 0, 1, 0, 0, 0, 0, 0, 0], 2);
  return response;
}

Deno.test("LookupService.run - limits what it reads, queries and records of a hostile reverse zone", async () => {
  await using udp = await startUdpServer(({ query, send }) =>
    send(cutOff(query))
  );
  const types: string[] = [];
  await using _tcp = await startRawTcpServer(udp.port, (query, socket) => {
    const [{ type }] = decode(query).questions!;
    types.push(type);
    const kind = type === "PTR" ? "long names by pointers" : "addresses";
    const response = hostileResponse(query, kind);
    const length = [response.length >>> 8, response.length & 0xff];
    socket.end(Uint8Array.from([...length, ...response]));
  });
  using client = new DnsClient({ nameServers: [udp] });
  const index = new MemoryIndex();
  const lookup = new LookupService({ client, index, now: Date.now });
  const run = (input: string) =>
    lookup.run(parseDnsQuery({ input, side: null }), caller);

  const names = await run("9.9.9.9");
  assert(isEnvelopeOf("rdns_lookup", names));
  assert.deepEqual(types, ["PTR", ...Array(16).fill("A")]);
  assert.equal(names.data.ptr.length, 16);
  // Some addresses were not read, so whether the name is confirmed is unknown.
  const confirmed = names.data.ptr.map((pointer) => pointer.forward_confirmed);
  assert.deepEqual(confirmed, Array(16).fill(null));
  assert.equal(names.summary.truncated, true);
  assert.equal(index.rows.length, 64);

  const records = await run("a.test");
  assert(isEnvelopeOf("dns_lookup", records));
  assert.equal(records.data.records.A.length, MAX_RECORDS);
  assert.equal(records.summary.truncated, true);
  assert.equal(index.rows.length, 128);
});
