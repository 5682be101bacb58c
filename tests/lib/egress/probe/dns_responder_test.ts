import assert from "node:assert/strict";
import fc from "fast-check";
import { DnsClient } from "../../../../lib/dns/dns_client.ts";
import { ProbePortError } from "../../../../lib/egress/probe/probe_port.ts";
import { exchange, exchangeTcp, flood } from "./datagrams.ts";
import { decoded, NONCE, queryOf, recordTexts } from "./dns_messages.ts";
import { ip, NOW_MS, startProbe, ZONE } from "./probe_server.ts";

const NAME = `${NONCE}.${ZONE}`;

/** Asserts the answer to a query of the type A for {@link NAME}. */
async function assertAnswers(
  responding: Promise<Uint8Array>,
  ...addresses: string[]
) {
  const { answers } = decoded(await responding);
  const texts = ["192.0.2.1", ...addresses].map((ip) => `${NAME} 0 A ${ip}`);
  assert.deepEqual(recordTexts(answers), texts);
}

/** Resolver, family and protocol of each sighting. */
const seenBy = ({ sightings }: ReturnType<typeof startProbe>) =>
  sightings.of(NONCE).map(({ resolver, family, protocol }) =>
    `${resolver.text} ${family} ${protocol}`
  );

/** Asserts that the port cannot be opened because it is taken. */
function assertTaken(protocol: string, port: number, hostname?: string) {
  const message =
    `cannot listen on port ${port} (DNS over ${protocol}): it is taken; choose another port`;
  assert.throws(
    () => startProbe({ port, ...hostname !== undefined && { hostname } }),
    (error) => error instanceof ProbePortError && error.message === message,
  );
}

Deno.test("startDnsResponder - responds over both families, and records sightings", async () => {
  await using probe = startProbe();
  for (const hostname of ["127.0.0.1", "::1"]) {
    await assertAnswers(exchange(hostname, probe.port, queryOf(NAME)));
  }
  assert.deepEqual(seenBy(probe), ["127.0.0.1 4 udp", "::1 6 udp"]);
});

Deno.test("startDnsResponder - says who asks, over UDP, TCP and both families", async () => {
  await using probe = startProbe();
  const name = `whoami.${ZONE}`;
  const cases = [["127.0.0.1", "A"], ["::1", "AAAA"]] as const;
  for (const [hostname, type] of cases) {
    for (const send of [exchange, exchangeTcp]) {
      const answers = async (type: string) => {
        const bytes = await send(hostname, probe.port, queryOf(name, { type }));
        return recordTexts(decoded(bytes).answers);
      };
      assert.deepEqual(await answers(type), [`${name} 0 ${type} ${hostname}`]);
      assert.deepEqual(await answers("TXT"), [`${name} 0 TXT ns|${hostname}`]);
    }
  }
});

for (const hostname of ["127.0.0.1", "::1"]) {
  Deno.test(`startDnsResponder - listens only on ${hostname}`, async () => {
    await using probe = startProbe({ hostname });
    const { port } = probe;
    await assertAnswers(exchange(hostname, port, queryOf(NAME)));
    await assertAnswers(exchangeTcp(hostname, port, queryOf(NAME)));
    const of = `${hostname} ${hostname === "::1" ? 6 : 4}`;
    assert.deepEqual(seenBy(probe), [`${of} udp`, `${of} tcp`]);
  });
}

Deno.test("startDnsResponder - lets an honest client above its rate use TCP", async () => {
  await using probe = startProbe({ responsesPerSecond: 0 });
  using client = new DnsClient({
    nameServers: [{ ip: "127.0.0.1", port: probe.port }],
    now: () => NOW_MS,
  });
  const { rcode, records } = await client.query(NAME, "A");
  assert.equal(rcode, "NOERROR");
  assert.deepEqual(records.map(({ data }) => data), ["192.0.2.1"]);
  assert.deepEqual(seenBy(probe), ["127.0.0.1 4 tcp"]);
});

Deno.test("startDnsResponder - ignores 10,000 random packets", async () => {
  await using probe = startProbe({ responsesPerSecond: 1e9 });
  const datagrams = fc.sample(fc.uint8Array({ maxLength: 400 }), 10_000);
  const sent = datagrams.reduce((sum, { length }) => sum + length, 0);
  const lengths = await flood("127.0.0.1", probe.port, datagrams);
  assert(lengths.reduce((sum, length) => sum + length, 0) <= 3 * sent);
  assert.equal(probe.sightings.size, 0);
  await assertAnswers(exchange("127.0.0.1", probe.port, queryOf(NAME)));
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
  await using probe = startProbe();
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
  assert.equal(probe.sightings.size, 0);
  await assertAnswers(exchangeTcp("127.0.0.1", port, queryOf(NAME)));
});

Deno.test("startDnsResponder - responds from the queried address, as resolvers require", async () => {
  // Linux has all of 127.0.0.0/8, and would respond from 127.0.0.1 by default.
  const addresses = [ip("192.0.2.1"), ip("127.0.0.5"), ip("::1")];
  await using probe = startProbe({ addresses });
  const udp = { transport: "udp" as const, hostname: "127.0.0.1", port: 0 };
  const socket = Deno.listenDatagram(udp);
  const to = { ...udp, hostname: "127.0.0.5", port: probe.port };
  const ask = () => socket.send(queryOf(NAME), to);
  const asking = setInterval(ask, 1000);
  await ask();
  const [bytes, from] = await socket.receive();
  clearInterval(asking);
  socket.close();
  assert.deepEqual({ ...from }, to);
  await assertAnswers(Promise.resolve(bytes), "127.0.0.5");
});

Deno.test("startDnsResponder - reports a taken port, and leaves nothing open", async () => {
  await using probe = startProbe();
  assertTaken("TCP", probe.port);
});

Deno.test("startDnsResponder - reports a port that is taken for UDP only on a single address", () => {
  const hostname = "127.0.0.1";
  const socket = Deno.listenDatagram({ transport: "udp", hostname, port: 0 });
  const { port } = socket.addr as Deno.NetAddr;
  for (const address of [hostname, "::"]) assertTaken("UDP", port, address);
  socket.close();
});

Deno.test("startDnsResponder - closes UDP if TCP is taken", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  for (let i = 0; i < 2; i++) assertTaken("TCP", port, "127.0.0.1");
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
