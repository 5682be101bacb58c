import assert from "node:assert/strict";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import { AsnTableBuilder } from "../../../../lib/data/networks/asn_table_build.ts";
import {
  ipv4FromValue,
  ipv6FromWords,
} from "../../../../lib/net/ip_address.ts";

const builtAt = Date.UTC(2026, 10, 21);

Deno.test("AsnTableBuilder.add - the families may alternate", () => {
  const builder = new AsnTableBuilder();
  builder.add(6, { start: 1n << 64n, end: 2n << 64n, asn: 64501, org: "B" });
  builder.add(4, { start: 10n, end: 20n, asn: 64500, org: "A" });
  assert.equal(builder.size, 2);
  const table = AsnTable.load(builder.bytes(builtAt));
  assert.equal(table.builtAt, builtAt);
  assert.equal(table.lookup(ipv4FromValue(20))?.org, "A");
  assert.equal(table.lookup(ipv6FromWords([0, 1, 0, 0]))?.asn, 64501);
});

Deno.test("AsnTableBuilder.add - numbers the rows of each family in its errors", () => {
  const builder = new AsnTableBuilder();
  builder.add(4, { start: 10n, end: 20n, asn: 64500, org: "A" });
  assert.throws(
    () => builder.add(4, { start: 10n, end: 12n, asn: 64500, org: "A" }),
    /^Error: Cannot compile row 2: it does not start after the previous row$/,
  );
  assert.throws(
    () => builder.add(6, { start: 2n, end: 1n, asn: 64500, org: "A" }),
    /^Error: Cannot compile row 1: it is not a range$/,
  );
  assert.equal(builder.size, 1);
});
