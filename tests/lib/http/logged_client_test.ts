import assert from "node:assert/strict";
import { loggedClient } from "../../../lib/http/logged_client.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";

Deno.test("loggedClient - short is the network of many, full the address", () => {
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
