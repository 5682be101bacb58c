import assert from "node:assert/strict";
import fc from "fast-check";
import { cidrContains } from "../../../../lib/net/cidr.ts";
import { ipv6FromWords } from "../../../../lib/net/ip_address.ts";
import { IPV6_ALLOCATION_RIRS } from "../../../../lib/facts/block_facts.ts";
import {
  type RegistryRecords,
  RegistryTablesSource,
} from "../../../../lib/ipinfo/sources/registry_tables.ts";
import { cidr, ip } from "../../../support/address.ts";
import { asnTable } from "../../../support/asn_table.ts";
import samples from "./registry_tables.json" with { type: "json" };

/** 1.0.0.0/24 and 1.0.1.0/24 of AS64500, 17.0.0.0/24 of AS64501. */
const table = await asnTable(
  "16777216,16777471,64500,A\n16777472,16777727,64500,A\n" +
    "285212672,285212927,64501,B\n",
);

const blocks4: [address: string, country: string, rir: string | null][] = [
  ["1.1.1.1", "AU", "APNIC"],
  ["3.0.0.1", "US", "ARIN"],
  ["5.9.0.1", "DE", "RIPE"],
  ["8.8.8.8", "US", "ARIN"],
  ["17.1.2.3", "CA", "ARIN"],
  ["25.0.0.1", "GB", "RIPE"],
  ["41.0.0.1", "ZA", "AFRINIC"],
  ["133.0.0.1", "JP", "APNIC"],
  ["188.0.0.1", "KZ", "RIPE"],
  ["191.255.255.255", "BR", "LACNIC"],
  ["215.0.0.1", "US", "ARIN"],
  ["223.255.255.255", "CN", "APNIC"],
  // Transferred, used abroad, or announced by someone else: unknown.
  ["3.0.0.1", "DE", null],
  ["41.0.0.1", "CN", null],
  ["154.0.0.1", "US", null],
  ["129.132.0.1", "CH", null],
  ["8.8.8.8", "ZZ", null],
  ["0.0.0.1", "US", null],
  ["10.0.0.1", "US", null],
  ["224.0.0.1", "US", null],
];
/** Asserts that an address in a country is of a registry, or of none. */
function assertRegistry(address: string, country: string, rir: string | null) {
  const source = new RegistryTablesSource(table, { countryOf: () => country });
  const found = source.lookup(ip(address));
  assert.deepEqual(found, { facts: rir ? { rir } : {} });
  assert.equal(source.lookup(ip(address)), found);
  assert.equal(Object.isFrozen(found.facts), true);
}

for (const [address, country, rir] of blocks4) {
  Deno.test(`RegistryTablesSource - ${address} in ${country} is of ${rir ?? "no known registry"}`, () => {
    assertRegistry(address, country, rir);
  });
}

Deno.test("RegistryTablesSource - no registry of an IPv4 address without a country", () => {
  const source = new RegistryTablesSource(table);
  for (const text of ["1.1.1.1", "3.0.0.1", "10.0.0.1", "255.255.255.255"]) {
    assert.deepEqual(source.lookup(ip(text)), { facts: {} }, text);
  }
});

const blocks6 = samples.blocks6 as [address: string, rir: string | null][];
for (const [address, rir] of blocks6) {
  Deno.test(`RegistryTablesSource - ${address} is of ${rir ?? "none"}, wherever it is`, () => {
    assertRegistry(address, "CN", rir);
  });
}

Deno.test("RegistryTablesSource - agrees with a walk over the IPv6 blocks", () => {
  const source = new RegistryTablesSource(table);
  const blocks = IPV6_ALLOCATION_RIRS
    .map(([text, rir]) => ({ block: cidr(text), rir }));
  const word = fc.nat({ max: 0xffff_ffff });
  const first = fc.oneof(
    word,
    fc.nat({ max: 0xffff }).map((low) => 0x20010000 + low),
    fc.nat({ max: 0xfffffff }).map((low) => 0x20000000 + low),
  );
  fc.assert(fc.property(fc.tuple(first, word, word, word), (words) => {
    const address = ipv6FromWords(words);
    const rir = blocks.find(({ block }) => cidrContains(block, address))?.rir;
    assert.deepEqual(source.lookup(address).facts, rir ? { rir } : {});
  }));
});

const records: RegistryRecords = {
  registryOf: ({ text }) => text === "1.0.0.1" ? "RIPE" : undefined,
  asn: (asn) => asn === 64500 ? { created: "2011-08-11" } : null,
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
    const source = new RegistryTablesSource(table, {
      records,
      countryOf: ({ text }) => text.startsWith("1.") ? "AU" : "US",
    });
    assert.deepEqual(source.lookup(ip(address)), { facts });
    assert.equal(source.lookup(ip(address)), source.lookup(ip(address)));
  });
}

Deno.test("RegistryTablesSource - a delegation without further records sets the registry", () => {
  const asn = () => ({ created: null });
  const records = { registryOf: () => "LACNIC" as const, asn };
  const source = new RegistryTablesSource(table, { records });
  assert.deepEqual(source.lookup(ip("1.0.0.1")), { facts: { rir: "LACNIC" } });
  assert.deepEqual(source.lookup(ip("8.8.8.8")), { facts: { rir: "LACNIC" } });
});
