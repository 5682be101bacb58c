import assert from "node:assert/strict";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import { compileAsnTable } from "../../../../lib/data/networks/asn_table_build.ts";
import { type IpAddress, parseIp } from "../../../../lib/net/ip_address.ts";
import { AsnSource } from "../../../../lib/ipinfo/sources/asn.ts";

function ip(text: string): IpAddress {
  const parsed = parseIp(text);
  assert(parsed, text);
  return parsed;
}

const value = (text: string) => {
  const { family, ...address } = ip(text);
  if ("value" in address) return BigInt(address.value);
  assert.equal(family, 6);
  return address.words.reduce((sum, word) => sum << 32n | BigInt(word), 0n);
};

const row = (from: string, to: string, rest: string) =>
  `${value(from)},${value(to)},${rest}\n`;

async function sourceOf(v4: string, v6 = "") {
  const stream = (csv: string) => new Blob([csv]).stream();
  const bytes = await compileAsnTable({
    v4: stream(v4),
    v6: stream(v6),
    builtAt: 0,
  });
  return new AsnSource(AsnTable.load(bytes));
}

Deno.test("AsnSource - returns the operator and the block that equals the range", async () => {
  const source = await sourceOf(
    row("8.8.8.0", "8.8.8.255", "15169,Google LLC"),
  );
  const findings = source.lookup(ip("8.8.8.8"));
  assert.deepEqual(findings.facts, {
    asn: 15169,
    asnOrg: "Google LLC",
    isp: "Google LLC",
    org: "Google LLC",
    route: "8.8.8.0/24",
  });
  assert.deepEqual(source.lookup(ip("8.8.8.9")), findings);
});

Deno.test("AsnSource - returns no route for a range that merges several blocks", async () => {
  const source = await sourceOf(
    row("8.8.7.0", "8.8.9.255", "64500,A"),
    row("2400::", "2402:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "64500,A") +
      row("2a00:100::", "2a00:100:ffff:ffff:ffff:ffff:ffff:ffff", "64501,B"),
  );
  for (const text of ["8.8.7.1", "8.8.8.1", "2400::1", "2402::1"]) {
    const { facts } = source.lookup(ip(text));
    assert.equal(facts.asn, 64500, text);
    assert.equal("route" in facts, false, text);
  }
  assert.equal(source.lookup(ip("2a00:100::1")).facts.route, "2a00:100::/32");
});

Deno.test("AsnSource - returns no route wider than /8 and /16", async () => {
  const source = await sourceOf(
    row("16.0.0.0", "16.255.255.255", "64500,A") +
      row("32.0.0.0", "33.255.255.255", "64501,B"),
    row("2400::", "2400:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "64500,A") +
      row("2600::", "2601:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "64501,B"),
  );
  assert.equal(source.lookup(ip("16.0.0.1")).facts.route, "16.0.0.0/8");
  assert.equal(source.lookup(ip("2400::1")).facts.route, "2400::/16");
  for (const text of ["32.0.0.1", "2600::1"]) {
    const { facts } = source.lookup(ip(text));
    assert.equal(facts.asn, 64501);
    assert.equal("route" in facts, false, text);
  }
});

Deno.test("AsnSource - omits an empty name", async () => {
  const source = await sourceOf(row("1.0.0.0", "1.0.0.255", '64500,""'));
  assert.deepEqual(source.lookup(ip("1.0.0.1")).facts, {
    asn: 64500,
    route: "1.0.0.0/24",
  });
});

Deno.test("AsnSource - has no findings in a gap", async () => {
  const source = await sourceOf(row("1.0.0.0", "1.0.0.255", "64500,A"));
  assert.deepEqual(source.lookup(ip("1.0.1.0")), { facts: {} });
  assert.deepEqual(source.lookup(ip("2400::1")), { facts: {} });
});
