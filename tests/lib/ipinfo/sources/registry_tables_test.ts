import assert from "node:assert/strict";
import fc from "fast-check";
import { AsnTable } from "../../../../lib/data/asn_table.ts";
import { compileAsnTable } from "../../../../lib/data/asn_table_build.ts";
import { cidrContains, parseCidr } from "../../../../lib/net/cidr.ts";
import {
  type IpAddress,
  ipv6FromWords,
  parseIp,
} from "../../../../lib/net/ip_address.ts";
import { IPV6_ALLOCATION_RIRS } from "../../../../lib/net/allocations.ts";
import {
  type RegistryRecords,
  RegistryTablesSource,
} from "../../../../lib/ipinfo/sources/registry_tables.ts";

function ip(text: string): IpAddress {
  const parsed = parseIp(text);
  assert(parsed, text);
  return parsed;
}

/** 1.0.0.0/24 and 1.0.1.0/24 of AS64500, 17.0.0.0/24 of AS64501. */
const table = AsnTable.load(
  await compileAsnTable({
    v4: new Blob([
      "16777216,16777471,64500,A\n16777472,16777727,64500,A\n" +
      "285212672,285212927,64501,B\n",
    ]).stream(),
    v6: new Blob([]).stream(),
    builtAt: 0,
  }),
);

const rirs: [address: string, rir: string | null][] = [
  ["1.1.1.1", "APNIC"],
  ["3.0.0.1", "ARIN"],
  ["5.9.0.1", "RIPE"],
  ["8.8.8.8", "ARIN"],
  ["17.1.2.3", "ARIN"],
  ["25.0.0.1", "RIPE"],
  ["41.0.0.1", "AFRINIC"],
  ["43.0.0.1", "APNIC"],
  ["53.0.0.1", "RIPE"],
  ["133.0.0.1", "APNIC"],
  ["154.0.0.1", "AFRINIC"],
  ["188.0.0.1", "RIPE"],
  ["191.255.255.255", "LACNIC"],
  ["200.0.0.1", "LACNIC"],
  ["215.0.0.1", "ARIN"],
  ["223.255.255.255", "APNIC"],
  ["0.0.0.1", null],
  ["10.0.0.1", null],
  ["127.0.0.1", null],
  ["224.0.0.1", null],
  ["255.255.255.255", null],
  ["2001:200::1", "APNIC"],
  ["2001:67c:2e8::1", "RIPE"],
  ["2001:1200::1", "LACNIC"],
  ["2001:4200::1", "AFRINIC"],
  ["2001:4860:4860::8888", "ARIN"],
  ["2003::1", "RIPE"],
  ["2410::1", "APNIC"],
  ["2620:fe::fe", "ARIN"],
  ["2804::1", "LACNIC"],
  ["2a01:4f8::1", "RIPE"],
  ["2c0f::1", "AFRINIC"],
  ["2001::1", null],
  ["2002::1", null],
  ["3fff::1", null],
  ["fe80::1", null],
];
for (const [address, rir] of rirs) {
  Deno.test(`RegistryTablesSource - ${address} is of ${rir ?? "none"}`, () => {
    const source = new RegistryTablesSource(table);
    const found = source.lookup(ip(address));
    assert.deepEqual(found, { facts: rir ? { rir } : {} });
    assert.equal(source.lookup(ip(address)), found);
    assert.equal(Object.isFrozen(found.facts), true);
  });
}

Deno.test("RegistryTablesSource - agrees with a walk over the IPv6 blocks", () => {
  const source = new RegistryTablesSource(table);
  const blocks = IPV6_ALLOCATION_RIRS.map(([text, rir]) => {
    const cidr = parseCidr(text);
    assert(cidr);
    return { cidr, rir };
  });
  const word = fc.nat({ max: 0xffff_ffff });
  const first = fc.oneof(
    word,
    fc.nat({ max: 0xffff }).map((low) => 0x20010000 + low),
    fc.nat({ max: 0xfffffff }).map((low) => 0x20000000 + low),
  );
  fc.assert(fc.property(fc.tuple(first, word, word, word), (words) => {
    const address = ipv6FromWords(words);
    const rir = blocks.find(({ cidr }) => cidrContains(cidr, address))?.rir;
    assert.deepEqual(source.lookup(address).facts, rir ? { rir } : {});
  }));
});

const records: RegistryRecords = {
  lookup: (address) => address.text === "1.0.0.1" ? { rir: "RIPE" } : null,
  asn: (asn) => asn === 64500 ? { rir: "RIPE", created: "2011-08-11" } : null,
};

const recorded: [address: string, facts: Record<string, unknown>][] = [
  ["1.0.0.1", { rir: "RIPE", asn: 64500, asnCreated: "2011-08-11" }],
  ["1.0.1.1", { rir: "APNIC", asn: 64500, asnCreated: "2011-08-11" }],
  ["17.0.0.1", { rir: "ARIN" }],
  ["8.8.8.8", { rir: "ARIN" }],
  ["10.0.0.1", {}],
];
for (const [address, facts] of recorded) {
  Deno.test(`RegistryTablesSource - the registries' own records come first, for ${address}`, () => {
    const source = new RegistryTablesSource(table, records);
    assert.deepEqual(source.lookup(ip(address)), { facts });
    assert.equal(source.lookup(ip(address)), source.lookup(ip(address)));
  });
}

Deno.test("RegistryTablesSource - a record of an address alone gives its registry", () => {
  const source = new RegistryTablesSource(table, {
    lookup: () => ({ rir: "LACNIC" }),
    asn: () => ({ rir: "LACNIC", created: null }),
  });
  assert.deepEqual(source.lookup(ip("1.0.0.1")), { facts: { rir: "LACNIC" } });
  assert.deepEqual(source.lookup(ip("8.8.8.8")), { facts: { rir: "LACNIC" } });
});
