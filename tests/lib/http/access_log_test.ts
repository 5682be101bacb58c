import assert from "node:assert/strict";
import {
  createRequestIds,
  loggedClient,
} from "../../../lib/http/access_log.ts";
import { parseCidr } from "../../../lib/net/cidr.ts";
import { PrefixSet } from "../../../lib/net/prefix_set.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";

function rig() {
  let made = 0;
  const idOf = createRequestIds({
    trustedProxies: PrefixSet.from([parseCidr("10.0.0.0/8")!]),
    random: (bytes) => new Uint8Array(bytes).fill(++made),
  });
  const info = (hostname: string): Deno.ServeHandlerInfo => ({
    remoteAddr: { transport: "tcp", hostname, port: 1 },
    completed: Promise.resolve(),
  });
  return { idOf, info };
}

Deno.test("createRequestIds - a request keeps its id", () => {
  const { idOf, info } = rig();
  const first = info("192.0.2.1");
  assert.equal(idOf(first, new Headers()), "AQEBAQEBAQEB");
  assert.equal(idOf(first, new Headers()), "AQEBAQEBAQEB");
  assert.equal(idOf(info("192.0.2.1"), new Headers()), "AgICAgICAgIC");
});

Deno.test("createRequestIds - accepts a well-formed id from a trusted proxy", () => {
  const { idOf, info } = rig();
  const given = (id: string, peer = "10.1.2.3") =>
    idOf(info(peer), new Headers({ "x-request-id": id }));
  for (
    const id of ["7f3a", "1-67891233-abcdef012345678912345678", "a/b=c+d:e.f"]
  ) assert.equal(given(id), id);
  assert.equal(given("a".repeat(128)), "a".repeat(128));
  assert.equal(given("::ffff", "::ffff:10.1.2.3"), "::ffff");
  for (const id of ["", "a b", 'a"b', "a".repeat(129), "é", "a,b"]) {
    assert.match(given(id), /^[\w-]{12}$/, id);
  }
  assert.match(given("forged", "192.0.2.1"), /^[\w-]{12}$/);
});

Deno.test("loggedClient - short is the network, full the address", () => {
  for (
    const [text, short] of [
      ["203.0.113.77", "203.0.113.0/24"],
      ["2001:db8:1:2::3", "2001:db8:1::/48"],
    ]
  ) {
    const ip = parseIp(text)!;
    assert.equal(loggedClient(ip, "short"), short);
    assert.equal(loggedClient(ip, "full"), text);
  }
});
