import assert from "node:assert/strict";
import fc from "fast-check";
import { DnsClient } from "../../../../lib/dns/dns_client.ts";
import { ProbePortError } from "../../../../lib/egress/probe/probe_port.ts";
import { Sightings } from "../../../../lib/egress/probe/sightings.ts";
import { exchange, exchangeTcp, flood } from "./datagrams.ts";
import { decoded, NONCE, queryOf, recordTexts } from "./dns_messages.ts";
import { ip, NOW_MS, startProbe, ZONE } from "./probe_server.ts";

const now = () => NOW_MS;
const NAME = `${NONCE}.${ZONE}`;
const ANSWERS = [`${NAME} 0 A 192.0.2.1`];

Deno.test("startDnsResponder - responds over both families, and records sightings", async () => {
  const sightings = new Sightings({ now });
  await using probe = startProbe({ sightings });
  for (const hostname of ["127.0.0.1", "::1"]) {
    const bytes = await exchange(hostname, probe.port, queryOf(NAME));
    assert.deepEqual(recordTexts(decoded(bytes).answers), ANSWERS);
  }
  assert.deepEqual(
    sightings.of(NONCE).map(({ resolver, family, protocol }) =>
      `${resolver.text} ${family} ${protocol}`
    ),
    ["127.0.0.1 4 udp", "::1 6 udp"],
  );
});

Deno.test("startDnsResponder - says who asks, over UDP, TCP and both families", async () => {
  await using probe = startProbe();
  const name = `whoami.${ZONE}`;
  const cases = [["127.0.0.1", "A"], ["::1", "AAAA"]] as const;
  for (const [hostname, type] of cases) {
    for (const send of [exchange, exchangeTcp]) {
      const answers = async (type: string) => {
        const message = queryOf(name, { type });
        return recordTexts(
          decoded(await send(hostname, probe.port, message)).answers,
        );
      };
      assert.deepEqual(await answers(type), [`${name} 0 ${type} ${hostname}`]);
      assert.deepEqual(await answers("TXT"), [`${name} 0 TXT ns|${hostname}`]);
    }
  }
});

for (const hostname of ["127.0.0.1", "::1"]) {
  Deno.test(`startDnsResponder - listens only on ${hostname}`, async () => {
    const sightings = new Sightings({ now });
    await using probe = startProbe({ sightings, hostname });
    const { port } = probe;
    const bytes = await exchange(hostname, port, queryOf(NAME));
    assert.deepEqual(recordTexts(decoded(bytes).answers), ANSWERS);
    const overTcp = await exchangeTcp(hostname, port, queryOf(NAME));
    assert.deepEqual(recordTexts(decoded(overTcp).answers), ANSWERS);
    assert.deepEqual(
      sightings.of(NONCE).map(({ resolver, protocol }) =>
        `${resolver.text} ${protocol}`
      ),
      [`${hostname} udp`, `${hostname} tcp`],
    );
  });
}

Deno.test("startDnsResponder - lets an honest client above its rate use TCP", async () => {
  const sightings = new Sightings({ now });
  await using probe = startProbe({ sightings, responsesPerSecond: 0 });
  using client = new DnsClient({
    nameServers: [{ ip: "127.0.0.1", port: probe.port }],
    now,
  });
  const { rcode, records } = await client.query(NAME, "A");
  assert.deepEqual([rcode, records.map(({ data }) => data)], [
    "NOERROR",
    ["192.0.2.1"],
  ]);
  assert.deepEqual(
    sightings.of(NONCE).map(({ protocol }) => protocol),
    ["tcp"],
  );
});

Deno.test("startDnsResponder - ignores 10,000 random packets", async () => {
  const sightings = new Sightings({ now });
  await using probe = startProbe({ sightings, responsesPerSecond: 1e9 });
  const datagrams = fc.sample(fc.uint8Array({ maxLength: 400 }), 10_000);
  const sent = datagrams.reduce((sum, { length }) => sum + length, 0);
  const lengths = await flood("127.0.0.1", probe.port, datagrams);
  assert(lengths.reduce((sum, length) => sum + length, 0) <= 3 * sent);
  assert.equal(sightings.size, 0);
  const bytes = await exchange("127.0.0.1", probe.port, queryOf(NAME));
  assert.deepEqual(recordTexts(decoded(bytes).answers), ANSWERS);
});

/**
 * Waits for the end of a connection, which is reset if octets were left unread.
 */
async function ended(conn: Deno.Conn): Promise<void> {
  let count: number | null;
  do {
    count = await conn.read(new Uint8Array(1024)).catch(() => null);
  } while (count !== null);
}

Deno.test("startDnsResponder - ignores random octets over TCP", async () => {
  const sightings = new Sightings({ now });
  await using probe = startProbe({ sightings });
  const { port } = probe;
  const octets = fc.uint8Array({ minLength: 1, maxLength: 400 });
  const rightly = octets.map((message) =>
    Uint8Array.from([message.length >> 8, message.length & 0xff, ...message])
  );
  for (const bytes of fc.sample(fc.oneof(octets, rightly), 500)) {
    using conn = await Deno.connect({ hostname: "127.0.0.1", port });
    await conn.write(bytes);
    await conn.closeWrite().catch(() => {});
    await ended(conn);
  }
  assert.equal(sightings.size, 0);
  const response = await exchangeTcp("127.0.0.1", port, queryOf(NAME));
  assert.deepEqual(recordTexts(decoded(response).answers), ANSWERS);
});

Deno.test("startDnsResponder - responds from the queried address, as resolvers require", async () => {
  // Linux has all of 127.0.0.0/8, and would respond from 127.0.0.1 by default.
  const addresses = [ip("192.0.2.1"), ip("127.0.0.5"), ip("::1")];
  await using probe = startProbe({ addresses });
  const transport = "udp";
  const socket = Deno.listenDatagram({
    transport,
    hostname: "127.0.0.1",
    port: 0,
  });
  const to = { transport, hostname: "127.0.0.5", port: probe.port } as const;
  const ask = () => socket.send(queryOf(NAME), to);
  const asking = setInterval(ask, 1000);
  await ask();
  const [bytes, from] = await socket.receive();
  clearInterval(asking);
  socket.close();
  assert.deepEqual({ ...from }, to);
  assert.deepEqual(recordTexts(decoded(bytes).answers), [
    `${NAME} 0 A 192.0.2.1`,
    `${NAME} 0 A 127.0.0.5`,
  ]);
});

Deno.test("startDnsResponder - reports a taken port, and leaves nothing open", async () => {
  await using probe = startProbe();
  const { port } = probe;
  const message =
    `cannot listen on port ${port} (DNS over TCP): it is taken; choose another port`;
  assert.throws(
    () => startProbe({ port }),
    (error) => error instanceof ProbePortError && error.message === message,
  );
});

Deno.test("startDnsResponder - reports a port that is taken for UDP only on a single address", () => {
  const hostname = "127.0.0.1";
  const socket = Deno.listenDatagram({ transport: "udp", hostname, port: 0 });
  const { port } = socket.addr as Deno.NetAddr;
  const message =
    `cannot listen on port ${port} (DNS over UDP): it is taken; choose another port`;
  for (const address of [hostname, "::"]) {
    assert.throws(
      () => startProbe({ port, hostname: address }),
      (error) => error instanceof ProbePortError && error.message === message,
    );
  }
  socket.close();
});

Deno.test("startDnsResponder - closes UDP if TCP is taken", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const message =
    `cannot listen on port ${port} (DNS over TCP): it is taken; choose another port`;
  for (let i = 0; i < 2; i++) {
    assert.throws(
      () => startProbe({ port, hostname: "127.0.0.1" }),
      (error) => error instanceof ProbePortError && error.message === message,
    );
  }
  listener.close();
  await using probe = startProbe({ port, hostname: "127.0.0.1" });
  assert.equal(probe.port, port);
});

Deno.test("Responder.close - closes sockets and connections, and can be called twice", async () => {
  const probe = startProbe();
  using conn = await Deno.connect({ hostname: "127.0.0.1", port: probe.port });
  await exchangeTcp("127.0.0.1", probe.port, queryOf(NAME));
  await probe.close();
  assert.equal(await conn.read(new Uint8Array(1)), null);
  await probe.close();
  await using again = startProbe({ port: probe.port });
  assert.equal(again.port, probe.port);
});
