import assert from "node:assert/strict";
import fc from "fast-check";
import {
  exitInText,
  findTranslator,
  gatherCandidates,
  parseExit,
  type Peer,
} from "../../../../lib/egress/browser/webrtc_probe.ts";
import { candidate, scripted } from "./fake_peer.ts";

const v4 = { ip: "203.0.113.7", family: 4 };
const v6 = { ip: "2001:db8::7", family: 6 };

Deno.test("parseExit - accepts only addresses, and normalizes them", () => {
  assert.deepEqual(parseExit("203.0.113.7"), v4);
  assert.deepEqual(parseExit("2001:DB8:0:0::7"), v6);
  const others = [
    ...["203.0.113.07", "203.0.113.256", "203.0.113", "1", "2001:db8::7::"],
    ...["2001:db8::7%eth0", "[2001:db8::7]", "2001:db8::7]:80/[", ""],
  ];
  for (const text of others) assert.equal(parseExit(text), null, text);
});

Deno.test("parseExit - accepts every address", () => {
  fc.assert(fc.property(fc.ipV4(), (ip) => {
    assert.deepEqual(parseExit(ip), { ip, family: 4 });
  }));
  fc.assert(fc.property(fc.ipV6(), (text) => {
    const exit = parseExit(text);
    assert.equal(exit?.family, 6);
    assert.deepEqual(parseExit(exit.ip), exit);
  }));
});

Deno.test("exitInText - reads the usual forms", () => {
  const cases = [
    ["203.0.113.7\n", v4],
    ["  2001:db8::7  ", v6],
    ['{"ip":"203.0.113.7","city":"Here"}', v4],
    ['{\n  "ip": "2001:db8::7"\n}', v6],
    ["fl=1\nh=one.test\nip=203.0.113.7\nts=1\n", v4],
    ["ip=2001:db8::7\r\nts=1", v6],
  ] as const;
  for (const [text, exit] of cases) {
    assert.deepEqual(exitInText(text), exit, text);
  }
  const page = "<!doctype html><p>203.0.113.7</p>";
  for (const text of [page, '{"ip":7}', "null", "[]", ""]) {
    assert.equal(exitInText(text), null, text);
  }
});

Deno.test("exitInText - never throws", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    const exit = exitInText(text);
    assert(exit === null || parseExit(exit.ip) !== null);
  }));
});

const host = candidate();
const mapped = candidate({ type: "srflx", address: "203.0.113.7" });
const hidden = candidate({ address: "3f1c5b6e.local" });
/** Like Firefox's last candidate. */
const empty = { type: null, protocol: null, address: null, port: null };

const { signal } = new AbortController();

/** Gathers, by default without servers and for as long as it takes. */
const gather = (
  connection: Parameters<typeof gatherCandidates>[0]["connection"],
  { stunUrls = [] as string[], gatherMs = 100_000 } = {},
  given = signal,
) => gatherCandidates({ connection, stunUrls, gatherMs }, given);

Deno.test("gatherCandidates - uses the given servers, and gathers to the end", async () => {
  const { calls, configurations, connection } = scripted([
    ...[host, mapped, host, hidden, empty, candidate({ address: null })],
    candidate({ address: "192.0.2.8", port: null }),
    null,
  ]);
  const stunUrls = ["stun:stun.test:3478"];
  const { candidates: found } = await gather(connection, { stunUrls });
  const common = { protocol: "udp", port: 5000, isHidden: false };
  assert.deepEqual(found, [
    { ...common, type: "host", address: "192.0.2.7" },
    { ...common, type: "srflx", address: "203.0.113.7" },
    { ...common, type: "host", address: "3f1c5b6e.local", isHidden: true },
  ]);
  assert.deepEqual(configurations, [{ iceServers: [{ urls: stunUrls }] }]);
  assert.deepEqual(calls, ["channel", "local", "close"]);
});

Deno.test("gatherCandidates - normalizes an IPv6 address, and strips Chromium's brackets", async () => {
  const spellings = ["[2001:DB8:0::7]", "2001:db8::8", "[::1]"];
  const { connection } = scripted([
    ...spellings.map((address) => candidate({ type: "srflx", address })),
    null,
  ]);
  const { candidates } = await gather(connection);
  const addresses = candidates.map(({ address }) => address);
  assert.deepEqual(addresses, ["2001:db8::7", "2001:db8::8", "::1"]);
});

Deno.test("gatherCandidates - gathers the machine's own candidates without servers", async () => {
  const { configurations, connection } = scripted([host, null]);
  await gather(connection);
  assert.deepEqual(configurations, [{ iceServers: [] }]);
});

Deno.test("gatherCandidates - returns the candidates found when the time is up", async () => {
  const { calls, connection } = scripted([host]);
  const { candidates } = await gather(connection, { gatherMs: 1 });
  assert.equal(candidates.length, 1);
  assert.equal(calls.at(-1), "close");
});

Deno.test("gatherCandidates - tells whether gathering ended and a server failed, and closes the connection", async () => {
  const cases = [
    [[null], true, false],
    [[], false, false],
    [["error", null], true, true],
  ] as const;
  for (const [all, isComplete, hasFailed] of cases) {
    const { calls, connection } = scripted(all);
    const ended = await gather(connection, { gatherMs: 1 });
    assert.deepEqual(ended.candidates, []);
    assert.equal(ended.isComplete, isComplete);
    assert.equal(ended.hasFailed, hasFailed);
    assert.equal(calls.at(-1), "close");
  }
});

Deno.test("gatherCandidates - ends with blocked if something took WebRTC away, or it throws", async () => {
  class Refusing {
    constructor() {
      throw new DOMException("not allowed", "NotSupportedError");
    }
  }
  for (const connection of [null, {} as never, Refusing as never]) {
    await assert.rejects(gather(connection), { state: "blocked" });
  }
});

Deno.test("gatherCandidates - closes the connection on abort", async () => {
  const controller = new AbortController();
  const { calls, connection } = scripted([]);
  const gathering = gather(connection, {}, controller.signal);
  controller.abort();
  assert.equal((await gathering).isComplete, false);
  assert.equal(calls.at(-1), "close");
});

Deno.test("gatherCandidates - closes a connection that never starts on abort", async () => {
  const controller = new AbortController();
  const { calls, connection } = scripted([]);
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const Scripted: new (configuration: RTCConfiguration) => Peer = connection;
  function hanging(configuration: RTCConfiguration): Peer {
    const peer = new Scripted(configuration);
    peer.createOffer = () => new Promise<never>(() => {});
    const before = peer.close.bind(peer);
    peer.close = () => close(before());
    return peer;
  }
  void gather(hanging as never, {}, controller.signal);
  controller.abort();
  await closed;
  assert.deepEqual(calls, ["channel", "close"]);
});

Deno.test("findTranslator - does not wait for the end once it has found the address", async () => {
  const { calls, connection } = scripted([host, mapped]);
  const stunUrls = ["stun:[64:ff9b::cb00:7101]"];
  const options = { connection, stunUrls, gatherMs: 100_000 };
  assert.deepEqual(await findTranslator(options, signal), v4);
  assert.equal(calls.at(-1), "close");
});

Deno.test("gatherCandidates - limits the number of candidates", async () => {
  const many = Array.from({ length: 100 }, (_, port) => candidate({ port }));
  const { connection } = scripted([...many, null]);
  const { candidates } = await gather(connection);
  assert.equal(candidates.length, 32);
});

Deno.test("gatherCandidates - tells how a NAT maps the port of one local address for two servers", async () => {
  const mappedTo = (port: number, foundation: string) =>
    candidate({ type: "srflx", address: "203.0.113.7", port, foundation });
  const cases = [
    [[host, mappedTo(1, "a"), null], "independent"],
    // Two local addresses.
    [[mappedTo(1, "a"), mappedTo(2, "b"), null], "independent"],
    [[mappedTo(1, "a"), mappedTo(1, "a"), null], "independent"],
    [[mappedTo(1, "a"), mappedTo(2, "a"), null], "dependent"],
    [[mappedTo(1, "a"), mappedTo(2, "a")], "dependent"],
    [[host, null], "none"],
    // A server that has not responded could have shown another port.
    [[host, mappedTo(1, "a")], null],
    [["error", mappedTo(1, "a"), null], null],
    [["error", host, null], null],
  ] as const;
  for (const [candidates, expected] of cases) {
    const { connection } = scripted(candidates);
    const options = { stunUrls: ["stun:a.test", "stun:b.test"], gatherMs: 1 };
    const { natMapping } = await gather(connection, options);
    assert.equal(natMapping, expected, JSON.stringify(candidates));
  }
});
