import assert from "node:assert/strict";
import { serverText } from "../../../lib/dns/name_server.ts";

Deno.test("serverText - names the port where it is another one", () => {
  assert.equal(serverText({ ip: "192.0.2.1", port: 53 }), "192.0.2.1");
  assert.equal(serverText({ ip: "192.0.2.1", port: 5353 }), "192.0.2.1:5353");
  assert.equal(serverText({ ip: "2001:db8::1", port: 53 }), "2001:db8::1");
  assert.equal(serverText({ ip: "2001:db8::1", port: 54 }), "[2001:db8::1]:54");
});
