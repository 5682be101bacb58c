import assert from "node:assert/strict";
import { resolversSeen } from "../../../lib/probe/resolvers_seen.ts";
import type { Sighting } from "../../../lib/probe/sightings.ts";
import { ip } from "./probe_server.ts";

function sighting(text: string, more: Partial<Sighting> = {}): Sighting {
  const resolver = ip(text);
  return {
    resolver,
    family: resolver.family,
    protocol: "udp",
    subnet: null,
    type: "A",
    isV6Only: false,
    atMs: 0,
    ...more,
  };
}

const row = {
  ip: "192.0.2.1",
  family: 4,
  protocol: "udp",
  subnet: null,
  via_v6_only: false,
};

Deno.test("resolversSeen - a resolver is one row, whatever types it asked for", () => {
  assert.deepEqual(
    resolversSeen([
      sighting("192.0.2.1"),
      sighting("192.0.2.1", { type: "AAAA" }),
      sighting("192.0.2.1", { type: "NS" }),
    ]),
    [row],
  );
});

Deno.test("resolversSeen - another address, protocol or client subnet is another row", () => {
  assert.deepEqual(
    resolversSeen([
      sighting("192.0.2.1"),
      sighting("192.0.2.1", { subnet: "198.51.100.0/24" }),
      sighting("192.0.2.1", { protocol: "tcp" }),
      sighting("2001:db8::1"),
    ]),
    [
      row,
      { ...row, subnet: "198.51.100.0/24" },
      { ...row, protocol: "tcp" },
      { ...row, ip: "2001:db8::1", family: 6 },
    ],
  );
});

Deno.test("resolversSeen - the IPv6-only server was reached by IPv6, in whichever order", () => {
  const there = sighting("2001:db8::1", { isV6Only: true });
  const plain = sighting("2001:db8::1");
  const found = {
    ...row,
    ip: "2001:db8::1",
    family: 6,
    via_v6_only: true,
  };
  assert.deepEqual(resolversSeen([there, plain]), [found]);
  assert.deepEqual(resolversSeen([plain, there]), [found]);
});

Deno.test("resolversSeen - by IPv4 a resolver was only sent there", () => {
  assert.deepEqual(
    resolversSeen([sighting("192.0.2.1", { isV6Only: true })]),
    [row],
  );
});

Deno.test("resolversSeen - those that reached the IPv6-only server are among them, however many others", () => {
  const rows = resolversSeen([
    ...Array.from({ length: 40 }, (_, i) => sighting(`192.0.2.${i}`)),
    sighting("2001:db8::1", { isV6Only: true }),
  ]);
  assert.equal(rows.length, 32);
  assert.deepEqual(
    rows.filter(({ via_v6_only }) => via_v6_only).map(({ ip }) => ip),
    ["2001:db8::1"],
  );
});

Deno.test("resolversSeen - 32 rows at most", () => {
  const many = Array.from({ length: 40 }, (_, i) => sighting(`192.0.2.${i}`));
  const rows = resolversSeen(many);
  assert.equal(rows.length, 32);
  assert.equal(rows[31].ip, "192.0.2.31");
});
