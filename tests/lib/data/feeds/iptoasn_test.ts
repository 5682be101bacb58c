import assert from "node:assert/strict";
import fc from "fast-check";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import { compileIptoasn } from "../../../../lib/data/feeds/iptoasn.ts";
import { ipv4FromValue, parseIp } from "../../../../lib/net/ip_address.ts";
import { compiled, failureOf, hostile, withDownload } from "./downloads.ts";

const now = () => Date.UTC(2026, 10, 21);
const organisations = () => Promise.resolve(new Map([[15169, "Google LLC"]]));
const compile = (source: string, target: string) =>
  compileIptoasn({ organisations, now }, source, target);

const known4 = [
  "1.1.1.0\t1.1.1.255\t13335\tUS\tCLOUDFLARENET",
  "1.1.2.0\t1.1.255.255\t0\tNone\tNot routed",
  "8.8.8.0\t8.8.8.255\t15169\tUS\tGOOGLE",
  "9.9.9.0\t9.9.9.255\t19281\tUS\tQUAD9-AS-1",
];
const known6 = [
  "2001:4860::\t2001:4860:ffff:ffff:ffff:ffff:ffff:ffff\t15169\tUS\tGOOGLE",
];
const ripe = "193.0.0.0\t193.0.7.255\t3333\tNL\tRIPE-NCC-AS";

const file = (...rows: string[]) =>
  [...known4, ...rows, ripe, ...known6, ""].join("\n");

function ip(text: string) {
  const parsed = parseIp(text);
  assert(parsed, text);
  return parsed;
}

Deno.test("compileIptoasn - compiles both families, with full names if known", async () => {
  const { entries, builtAt, kept } = await compiled(compile, file());
  assert.deepEqual({ entries, builtAt }, { entries: 5, builtAt: null });
  const table = AsnTable.load(kept);
  assert.equal(table.builtAt, now());
  assert.deepEqual(table.lookup(ip("8.8.8.8")), {
    id: 3,
    asn: 15169,
    org: "Google LLC",
    family: 4,
    start: 0x08080800,
    end: 0x080808ff,
  });
  assert.deepEqual(table.lookup(ip("2001:4860:4860::8888")), {
    id: 10,
    asn: 15169,
    org: "Google LLC",
    family: 6,
    start: [0x20014860, 0, 0, 0],
    end: [0x20014860, 0xffffffff, 0xffffffff, 0xffffffff],
  });
  assert.equal(table.lookup(ip("9.9.9.9"))?.org, "QUAD9-AS-1");
  assert.equal(table.lookup(ip("1.1.2.0")), null);
});

Deno.test("compileIptoasn - names a network by its number if its handle is not displayable", async () => {
  const rows = [
    "100.0.0.0\t100.0.0.255\t64500\tUS\t",
    '100.0.1.0\t100.0.1.255\t64501\tUS\t"quoted',
    "100.0.2.0\t100.0.2.255\t64502\tUS\ta\u202eb",
  ];
  const { kept } = await compiled(compile, file(...rows));
  const table = AsnTable.load(kept);
  assert.equal(table.lookup(ip("100.0.0.1"))?.org, "AS64500");
  assert.equal(table.lookup(ip("100.0.1.1"))?.org, '"quoted');
  assert.equal(table.lookup(ip("100.0.2.1"))?.org, "AS64502");
});

Deno.test("compileIptoasn - AsnTable finds the networks of any rows", async () => {
  const parts = fc.array(
    fc.record({
      gap: fc.nat(1e6),
      length: fc.nat(1e5),
      asn: fc.integer({ min: 0, max: 0xffff_ffff }),
    }),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(parts, async (parts) => {
      let at = 0x0a000000;
      const ranges = parts.map(({ gap, length, asn }) => {
        const start = at + gap;
        at = start + length + 1;
        return { start, end: start + length, asn };
      });
      const rows = ranges.map(({ start, end, asn }) =>
        [ipv4FromValue(start).text, ipv4FromValue(end).text, asn, "US", "N"]
          .join("\t")
      );
      const { kept, entries } = await compiled(compile, file(...rows));
      const table = AsnTable.load(kept);
      assert.equal(entries, 5 + ranges.filter(({ asn }) => asn > 0).length);
      for (const { start, end, asn } of ranges) {
        for (const value of [start, end]) {
          const found = table.lookup(ipv4FromValue(value))?.asn;
          assert.equal(found, asn || undefined);
        }
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("compileIptoasn - rejects rows out of order, and wrong networks of known addresses", async () => {
  assert.equal(
    await failureOf(compiled(compile, file(known4[2]))),
    "Error: Cannot compile row 4: it does not start after the previous row",
  );
  assert.match(
    await failureOf(
      compiled(compile, file().replaceAll("\t15169\t", "\t64500\t")),
    ),
    /^Error: known addresses are wrong: 8\.8\.8\.8 is 64500 instead of 15169, 2001:/,
  );
});

const badRows: [why: string, row: string][] = [
  ["no address", "100.0.0\t100.0.0.9\t1\tUS\tA"],
  ["ends of two families", "100.0.0.0\t::1\t1\tUS\tA"],
  ["an ASN of 33 bits", "100.0.0.0\t100.0.0.9\t4294967296\tUS\tA"],
  ["a missing column", "100.0.0.0\t100.0.0.9\t1\tUS"],
];
for (const [why, row] of badRows) {
  Deno.test(`compileIptoasn - counts a row with ${why} as invalid`, async () => {
    assert.equal(
      await failureOf(compiled(compile, file(row))),
      "Error: 1 of 7 entries are invalid",
    );
  });
}

for (const [why, content, message] of hostile) {
  Deno.test(`compileIptoasn - rejects ${why}`, async () => {
    assert.match(await failureOf(compiled(compile, content)), message);
  });
}

Deno.test("compileIptoasn - rejects with the signal's reason", () =>
  withDownload(file(), async (source, target) => {
    const reason = new Error("enough");
    await assert.rejects(
      compileIptoasn(
        { organisations, now },
        source,
        target,
        AbortSignal.abort(reason),
      ),
      reason,
    );
  }));
