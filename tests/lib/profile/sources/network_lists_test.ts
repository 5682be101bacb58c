import assert from "node:assert/strict";
import { AsnTable } from "../../../../lib/data/asn_table.ts";
import { compactAsn } from "../../../../lib/data/asn_table_build.ts";
import { ipv4FromValue } from "../../../../lib/net/ip_address.ts";
import { NetworkListsSource } from "../../../../lib/profile/sources/network_lists.ts";

Deno.test("NetworkListsSource - flags hosting and mobile networks and says nothing of others", async () => {
  const bytes = await compactAsn({
    v4: new Blob([
      "10,19,24940,Hetzner Online GmbH\n20,29,51207,Free Mobile SAS\n" +
      "30,39,3320,Deutsche Telekom AG\n",
    ]).stream(),
    v6: new Blob([]).stream(),
    builtAt: 0,
  });
  const source = new NetworkListsSource(AsnTable.load(bytes));
  const kinds = (value: number) =>
    source.lookup(ipv4FromValue(value)).evidence?.map(({ kind }) => kind) ?? [];
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(kinds(10), ["hosting"]);
    assert.deepEqual(kinds(20), ["mobile"]);
    assert.deepEqual(kinds(30), []);
    assert.deepEqual(kinds(40), []);
  }
});
