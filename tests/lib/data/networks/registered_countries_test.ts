import assert from "node:assert/strict";
import { MmdbFile } from "../../../../lib/data/mmdb_file.ts";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import { AsnTableBuilder } from "../../../../lib/data/networks/asn_table_build.ts";
import {
  MergedRegistrations,
  RegisteredCountries,
  type Registrations,
} from "../../../../lib/data/networks/registered_countries.ts";
import {
  asnCountriesOf,
  compileRegisteredCountries,
} from "../../../../lib/data/networks/registered_countries_build.ts";
import { Runs } from "../../../../lib/data/columns/runs.ts";
import { changesIn } from "../columns/run_changes.ts";
import { writeMmdb } from "../../../support/mmdb.ts";
import { ip } from "../../../support/address.ts";

const builtAt = Date.UTC(2026, 5, 17, 19);

function compile(
  v4: string,
  v6 = "",
  asnCountries = new Map<number, string>(),
) {
  const stream = (text: string) => new Blob([text]).stream();
  return compileRegisteredCountries({
    csv: { v4: stream(v4), v6: stream(v6), builtAt },
    asnCountries,
  });
}

Deno.test("RegisteredCountries - the countries of addresses and systems", async () => {
  const ip6 = (text: string) => {
    const address = ip(text);
    assert(address.family === 6);
    return address;
  };
  const v6 = (text: string) =>
    ip6(text).words.reduce((n, word) => n << 32n | BigInt(word), 0n);
  const bytes = await compile(
    // 1.0.0.0/24, 1.0.2.0/24, 1.0.3.0/24
    "16777216,16777471,AU\n16777728,16777983,AU\n16777984,16778239,EU\n",
    [
      [v6("2a00::"), v6("2a00:0:0:ffff:ffff:ffff:ffff:ffff"), "DE"],
      // Narrower than a /64.
      [v6("2a01::"), v6("2a01::ff"), "FR"],
      [v6("2a02::"), v6("2a02:0:0:ffff:ffff:ffff:ffff:ffff"), "ES"],
    ].join("\n"),
    new Map([[64501, "NL"], [64500, "DE"], [64502, "ZZ"]]),
  );
  const table = new RegisteredCountries(bytes);
  assert.equal(table.builtAt, builtAt);
  const addresses = [
    ["0.255.255.255", undefined],
    ["1.0.0.0", "AU"],
    // Between two ranges of one country.
    ["1.0.1.9", "AU"],
    ["1.0.2.255", "AU"],
    // Not the code of a country.
    ["1.0.3.0", undefined],
    ["1.0.4.0", undefined],
    ["2a00::1", "DE"],
    ["2a01::1", undefined],
    ["2a02::1", "ES"],
    ["::1", undefined],
  ] as const;
  for (const [text, country] of addresses) {
    assert.equal(table.ofAddress(ip(text)), country, text);
  }
  assert.deepEqual(table.blockOf(ip6("2a00:0:0:7::1")), {
    start: [0x2a00_0000, 0],
    end: [0x2a00_0000, 0xffff],
  });
  for (const text of ["2a00:0:1::", "2a01::1", "::1"]) {
    assert.equal(table.blockOf(ip6(text)), null, text);
  }
  const systems = [64500, 64501, 64502, 1].map((asn) => table.ofAsn(asn));
  assert.deepEqual(systems, ["DE", "NL", undefined, undefined]);
  assert.throws(
    () => new RegisteredCountries(bytes.subarray(0, -4)),
    /^Error: Cannot load the table of registered countries: it has \d+ bytes, its header says \d+$/,
  );
});

Deno.test("compileRegisteredCountries - names the first invalid row", () =>
  assert.rejects(
    compile("16777216,16777471,AU\n16777728,16777983,Austria\n"),
    /^Error: Cannot compile row 2: it is not start,end,country$/,
  ));

Deno.test("asnCountriesOf - the country of most addresses of a system", () => {
  const builder = new AsnTableBuilder();
  builder.add(4, { start: 0n, end: 0x7fff_ffffn, asn: 64500, org: "A" });
  const table = AsnTable.load(builder.bytes(builtAt));
  const file = MmdbFile.open(writeMmdb([
    ["00", { country_code: "FR" }],
    ["0100", { country_code: "DE" }],
    ["0101", { country_code: "DE" }],
    ["1", { country_code: "US" }],
  ]));
  assert.deepEqual([...asnCountriesOf(file, table)], [[64500, "FR"]]);
});

Deno.test("MergedRegistrations - the first one that names a country", () => {
  /** One that names the country of all systems, and of addresses in a range. */
  const part = (code?: string, start = 0): Registrations => ({
    ofAddress: () => code,
    ofAsn: () => code,
    countryRuns: () => {
      const runs = new Runs();
      runs.add(0, 0, 0);
      runs.add(0, start, start);
      runs.add(0, start + 9, 0);
      return [runs];
    },
  });
  const found = (...codes: (string | undefined)[]) => {
    const parts = codes.map((code) => part(code));
    const merged = new MergedRegistrations(parts);
    return [merged.ofAddress(ip("1.1.1.1")), merged.ofAsn(1)];
  };
  assert.deepEqual(found("DE", "FR"), ["DE", "DE"]);
  assert.deepEqual(found(undefined, "FR"), ["FR", "FR"]);
  assert.deepEqual(found(undefined, undefined), [undefined, undefined]);
  const merged = new MergedRegistrations([part("DE", 20), part("FR", 25)]);
  const starts = [[0n, 0], [20n, 20], [29n, 25], [34n, 0]];
  assert.deepEqual(changesIn(merged.countryRuns(4)), starts);
});
