import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { DnsClient } from "../../../../lib/dns/dns_client.ts";
import { Sightings } from "../../../../lib/egress/probe/sightings.ts";
import { startUnbound, unboundTest as test } from "../../../support/unbound.ts";
import { startProbe, ZONE } from "./probe_server.ts";

/*
 * A real resolver in front of the responder. It validates, minimizes query
 * names in strict mode and randomizes their case.
 */

const DIG = "/usr/bin/dig";

test(
  "startDnsResponder - tells dig its own address, and that of its resolver",
  async () => {
    await using probe = startProbe();
    await using unbound = await startUnbound({
      zone: ZONE,
      servers: [`127.0.0.1@${probe.port}`],
    });
    const dig = async (server: string, port: number, ...args: string[]) => {
      const { code, stdout } = await new Deno.Command(DIG, {
        args: [
          `@${server}`,
          "-p",
          `${port}`,
          "+short",
          // However busy the machine is.
          "+timeout=60",
          `whoami.${ZONE}`,
          ...args,
        ],
        stderr: "null",
      }).output();
      assert.equal(code, 0);
      return new TextDecoder().decode(stdout);
    };
    assert.equal(await dig("127.0.0.1", probe.port), "127.0.0.1\n");
    assert.equal(await dig("127.0.0.1", probe.port, "+tcp"), "127.0.0.1\n");
    assert.equal(await dig("::1", probe.port, "AAAA"), "::1\n");
    assert.equal(await dig("::1", probe.port, "TXT"), '"ns" "::1"\n');
    assert.equal(await dig("127.0.0.1", unbound.port), "127.0.0.1\n");
    assert.equal(
      await dig("127.0.0.1", unbound.port, "TXT"),
      '"ns" "127.0.0.1"\n',
    );
  },
  { obstacle: existsSync(DIG) ? null : `there is no ${DIG}` },
);

const NONCE = "0a1b2c3d-4e5f-6789-abcd-ef0123456789";

/** The response of a resolver with these servers and settings. */
async function resolve(
  servers: ("127.0.0.1" | "::1")[],
  settings: readonly string[],
  questions: readonly [name: string, type: "A" | "AAAA" | "TXT"][],
) {
  const sightings = new Sightings({ now: () => 1000 });
  await using probe = startProbe({ sightings });
  await using unbound = await startUnbound({
    zone: ZONE,
    servers: servers.map((ip) => `${ip}@${probe.port}`),
    settings,
  });
  using client = new DnsClient({ nameServers: [unbound], now: () => 1000 });
  const answers = [];
  for (const [name, type] of questions) {
    const { rcode, records } = await client.query(name, type);
    answers.push([
      rcode,
      ...records.map(({ ttl, type, data }) => [
        ttl,
        type === "TXT" ? data.joined : data,
      ]),
    ]);
  }
  return { answers, seen: sightings.of(NONCE) };
}

test("startDnsResponder - serves a nonce to a strict resolver", async () => {
  const { answers, seen } = await resolve(["127.0.0.1"], [], [
    [`${NONCE}.${ZONE}`, "A"],
    [`${NONCE}.${ZONE}`, "AAAA"],
    [`${NONCE}.${ZONE}`, "TXT"],
    [`a.${NONCE}.${ZONE}`, "A"],
    [`a.b.c.${NONCE}.${ZONE}`, "A"],
    [ZONE, "A"],
    [`ns6.${ZONE}`, "A"],
    [`ns6.${ZONE}`, "AAAA"],
    [`whoami.${ZONE}`, "A"],
    [`whoami.${ZONE}`, "AAAA"],
    [`whoami.${ZONE}`, "TXT"],
    [`short.${ZONE}`, "A"],
    [`a.b.short.${ZONE}`, "A"],
  ]);
  assert.deepEqual(answers, [
    ["NOERROR", [0, "192.0.2.1"]],
    ["NOERROR", [0, "::1"]],
    ["NOERROR", [0, "resolver 127.0.0.1"]],
    ["NOERROR", [0, "192.0.2.1"]],
    ["NOERROR", [0, "192.0.2.1"]],
    ["NOERROR", [0, "192.0.2.1"]],
    ["NOERROR"],
    ["NOERROR", [0, "::1"]],
    ["NOERROR", [0, "127.0.0.1"]],
    ["NOERROR"],
    ["NOERROR", [0, "ns127.0.0.1"]],
    ["NXDOMAIN"],
    ["NXDOMAIN"],
  ]);
  const kinds = new Set(
    seen.map(({ resolver, protocol, type, isV6Only }) =>
      `${resolver.text} ${protocol} ${type} ${isV6Only}`
    ),
  );
  assert.deepEqual(
    kinds,
    new Set([
      "127.0.0.1 udp A false",
      "127.0.0.1 udp AAAA false",
      "127.0.0.1 udp TXT false",
    ]),
  );
});

test("startDnsResponder - sees a resolver over TCP", async () => {
  const { answers, seen } = await resolve(["127.0.0.1"], [
    "tcp-upstream: yes",
  ], [[`${NONCE}.${ZONE}`, "A"]]);
  assert.deepEqual(answers, [["NOERROR", [0, "192.0.2.1"]]]);
  assert.deepEqual(seen.map(({ protocol }) => protocol), ["tcp"]);
});

test("startDnsResponder - v6.<nonce> fails for a resolver without IPv6", async () => {
  const { answers, seen } = await resolve(["127.0.0.1"], ["do-ip6: no"], [
    [`v6.${NONCE}.${ZONE}`, "A"],
  ]);
  assert.deepEqual(answers, [["SERVFAIL"]]);
  assert(seen.some(({ isV6Only }) => isV6Only));
  assert(seen.every(({ family }) => family === 4));
});

test("startDnsResponder - v6.<nonce> resolves over IPv6", async () => {
  const { answers, seen } = await resolve(["::1"], [], [
    [`v6.${NONCE}.${ZONE}`, "A"],
    [`v6.${NONCE}.${ZONE}`, "TXT"],
    [`a.v6.${NONCE}.${ZONE}`, "AAAA"],
  ]);
  assert.deepEqual(answers, [
    ["NOERROR", [0, "192.0.2.1"]],
    ["NOERROR", [0, "resolver ::1"]],
    ["NOERROR", [0, "::1"]],
  ]);
  assert(seen.some(({ isV6Only }) => isV6Only));
  assert(seen.every(({ family }) => family === 6));
});

test("startDnsResponder - sees the client subnet that a resolver sends", async () => {
  const { answers, seen } = await resolve(["127.0.0.1"], [
    'module-config: "subnetcache validator iterator"',
    "send-client-subnet: 127.0.0.1",
    "max-client-subnet-ipv4: 20",
  ], [[`${NONCE}.${ZONE}`, "TXT"], [`whoami.${ZONE}`, "TXT"]]);
  assert.deepEqual(answers[0], [
    "NOERROR",
    [0, "resolver 127.0.0.1subnet 127.0.0.0/20"],
  ]);
  // A resolver may reorder the records.
  assert.deepEqual(
    new Set(answers[1].map(String)),
    new Set([
      "NOERROR",
      "0,ns127.0.0.1",
      "0,ecs127.0.0.0/20/20",
    ]),
  );
  assert(seen.some(({ subnet }) => subnet === "127.0.0.0/20"));
});
