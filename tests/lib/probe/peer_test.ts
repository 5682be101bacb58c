import assert from "node:assert/strict";
import { peerOf } from "../../../lib/probe/peer.ts";
import { ip } from "./probe_server.ts";

const from = (hostname: string, port: number) =>
  peerOf({ transport: "udp", hostname, port });

Deno.test("peerOf - takes an IPv4-mapped address for the IPv4 it is", () => {
  assert.deepEqual(from("192.0.2.1", 7), { ip: ip("192.0.2.1"), port: 7 });
  assert.deepEqual(from("::ffff:192.0.2.1", 7), {
    ip: ip("192.0.2.1"),
    port: 7,
  });
});

Deno.test("peerOf - leaves the zone of a link-local address away", () => {
  assert.deepEqual(from("fe80::1%eth0", 7), { ip: ip("fe80::1"), port: 7 });
});

Deno.test("peerOf - is nobody where there is no answering", () => {
  assert.equal(from("192.0.2.1", 0), null);
  assert.equal(peerOf({ transport: "unix", path: "/tmp/socket" }), null);
});
