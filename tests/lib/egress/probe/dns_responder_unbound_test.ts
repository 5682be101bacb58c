import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { DnsClient } from "../../../../lib/dns/dns_client.ts";
import { startUnbound, unboundTest as test } from "../../../support/unbound.ts";
import { NONCE } from "./dns_messages.ts";
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
    const dig = async (server: string, port: number, ...more: string[]) => {
      // However busy the machine is.
      const flags = ["-p", `${port}`, "+short", "+timeout=60"];
      const args = [`@${server}`, ...flags, `whoami.${ZONE}`, ...more];
      const { code, stdout } = await new Deno.Command(DIG, {
        args,
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
    const text = await dig("127.0.0.1", unbound.port, "TXT");
    assert.equal(text, '"ns" "127.0.0.1"\n');
  },
  { obstacle: existsSync(DIG) ? null : `there is no ${DIG}` },
);

/**
 * The responses of a resolver with this server and these settings to questions of a
 * name in the zone and a type: the code, and TTL and data of each record.
 */
async function resolve(
  server: "127.0.0.1" | "::1",
  settings: readonly string[],
  ...questions: string[]
) {
  await using probe = startProbe();
  await using unbound = await startUnbound({
    zone: ZONE,
    servers: [`${server}@${probe.port}`],
    settings,
  });
  using client = new DnsClient({ nameServers: [unbound], now: () => 1000 });
  const answers = [];
  for (const question of questions) {
    const [name, type] = question.split(" ");
    const full = name === "@" ? ZONE : `${name}.${ZONE}`;
    const { rcode, records } = await client.query(full, type as "A" | "TXT");
    const texts = records.map(({ ttl, type, data }) =>
      `${ttl} ${type === "TXT" ? data.joined : data}`
    );
    answers.push([rcode, ...texts].join(", "));
  }
  return { answers, seen: probe.sightings.of(NONCE) };
}

test("startDnsResponder - serves a nonce to a strict resolver", async () => {
  const expected = {
    [`${NONCE} A`]: "NOERROR, 0 192.0.2.1",
    [`${NONCE} AAAA`]: "NOERROR, 0 ::1",
    [`${NONCE} TXT`]: "NOERROR, 0 resolver 127.0.0.1",
    [`a.${NONCE} A`]: "NOERROR, 0 192.0.2.1",
    [`a.b.c.${NONCE} A`]: "NOERROR, 0 192.0.2.1",
    "@ A": "NOERROR, 0 192.0.2.1",
    "ns6 A": "NOERROR",
    "ns6 AAAA": "NOERROR, 0 ::1",
    "whoami A": "NOERROR, 0 127.0.0.1",
    "whoami AAAA": "NOERROR",
    "whoami TXT": "NOERROR, 0 ns127.0.0.1",
    "short A": "NXDOMAIN",
    "a.b.short A": "NXDOMAIN",
  };
  const questions = Object.keys(expected);
  const { answers, seen } = await resolve("127.0.0.1", [], ...questions);
  assert.deepEqual(answers, Object.values(expected));
  const kinds = seen.map(({ resolver, protocol, type, isV6Only }) =>
    `${resolver.text} ${protocol} ${type} ${isV6Only}`
  );
  const types = ["A", "AAAA", "TXT"];
  assert.deepEqual(
    new Set(kinds),
    new Set(types.map((type) => `127.0.0.1 udp ${type} false`)),
  );
});

test("startDnsResponder - sees a resolver over TCP", async () => {
  const settings = ["tcp-upstream: yes"];
  const { answers, seen } = await resolve("127.0.0.1", settings, `${NONCE} A`);
  assert.deepEqual(answers, ["NOERROR, 0 192.0.2.1"]);
  assert.deepEqual(seen.map(({ protocol }) => protocol), ["tcp"]);
});

test("startDnsResponder - v6.<nonce> fails for a resolver without IPv6", async () => {
  const question = `v6.${NONCE} A`;
  const settings = ["do-ip6: no"];
  const { answers, seen } = await resolve("127.0.0.1", settings, question);
  assert.deepEqual(answers, ["SERVFAIL"]);
  assert(seen.some(({ isV6Only }) => isV6Only));
  assert(seen.every(({ family }) => family === 4));
});

test("startDnsResponder - v6.<nonce> resolves over IPv6", async () => {
  const questions = [`v6.${NONCE} A`, `v6.${NONCE} TXT`, `a.v6.${NONCE} AAAA`];
  const { answers, seen } = await resolve("::1", [], ...questions);
  assert.deepEqual(answers, [
    ...["NOERROR, 0 192.0.2.1", "NOERROR, 0 resolver ::1", "NOERROR, 0 ::1"],
  ]);
  assert(seen.some(({ isV6Only }) => isV6Only));
  assert(seen.every(({ family }) => family === 6));
});

test("startDnsResponder - sees the client subnet that a resolver sends", async () => {
  const settings = [
    'module-config: "subnetcache validator iterator"',
    "send-client-subnet: 127.0.0.1",
    "max-client-subnet-ipv4: 20",
  ];
  const questions = [`${NONCE} TXT`, "whoami TXT"];
  const { answers, seen } = await resolve("127.0.0.1", settings, ...questions);
  const [ofNonce, whoami] = answers;
  assert.equal(ofNonce, "NOERROR, 0 resolver 127.0.0.1subnet 127.0.0.0/20");
  // A resolver may reorder the records.
  const expected = ["0 ecs127.0.0.0/20/20", "0 ns127.0.0.1", "NOERROR"];
  assert.deepEqual(whoami.split(", ").sort(), expected);
  assert(seen.some(({ subnet }) => subnet === "127.0.0.0/20"));
});
