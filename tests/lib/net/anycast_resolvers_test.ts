import assert from "node:assert/strict";
import {
  ANYCAST_RESOLVERS,
  isAnycastResolver,
} from "../../../lib/net/anycast_resolvers.ts";
import { lastAddress, parseCidr } from "../../../lib/net/cidr.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";

const blocks = ANYCAST_RESOLVERS.flatMap(([, texts]) => texts);

Deno.test("ANYCAST_RESOLVERS - the narrowest blocks that routers accept, each once", () => {
  assert.equal(new Set(blocks).size, blocks.length);
  for (const text of blocks) {
    const cidr = parseCidr(text);
    assert(cidr, text);
    assert.equal(cidr.prefixLength, cidr.address.family === 4 ? 24 : 48, text);
    assert.equal(`${cidr.address.text}/${cidr.prefixLength}`, text);
  }
});

Deno.test("isAnycastResolver - true from the first to the last address of each block", () => {
  for (const text of blocks) {
    const cidr = parseCidr(text)!;
    assert.equal(isAnycastResolver(cidr.address), true, text);
    assert.equal(isAnycastResolver(lastAddress(cidr)), true, text);
  }
});

Deno.test("isAnycastResolver - false for other addresses", () => {
  for (const text of ["8.8.9.8", "1.1.0.255", "10.8.8.8", "2606:4700::1"]) {
    assert.equal(isAnycastResolver(parseIp(text)!), false, text);
  }
});
