import assert from "node:assert/strict";
import { parsePrefixList } from "../../../lib/data/prefix_list.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";

Deno.test("parsePrefixList - reads the name, the date and the prefixes", () => {
  const { name, builtAt, prefixes } = parsePrefixList(
    "# prefixes 1 tor-exits 3 2026-11-20T00:00:00.000Z\n198.51.100.0/24\n192.0.2.1\n2001:db8::/32\n",
  );
  assert.equal(name, "tor-exits");
  assert.equal(builtAt, Date.UTC(2026, 10, 20));
  assert.equal(prefixes.size, 3);
  const has = (text: string) => {
    const ip = parseIp(text);
    assert(ip, text);
    return prefixes.has(ip);
  };
  for (const text of ["198.51.100.9", "192.0.2.1", "2001:db8::9"]) {
    assert.equal(has(text), true, text);
  }
  for (const text of ["198.51.101.0", "192.0.2.2", "2001:db9::"]) {
    assert.equal(has(text), false, text);
  }
});

Deno.test("parsePrefixList - has no date where the list did not say", () => {
  assert.equal(parsePrefixList("# prefixes 1 x 0 -\n").builtAt, null);
});

Deno.test("parsePrefixList - refuses a damaged entry", () => {
  assert.throws(
    () => parsePrefixList("# prefixes 1 x 1 -\n192.0.2.0/33\n"),
    /^Error: Cannot load the prefixes: "192\.0\.2\.0\/33" is none$/,
  );
});
