import { AsnTable } from "../../lib/data/networks/asn_table.ts";
import { compileAsnTable } from "../../lib/data/networks/asn_table_build.ts";

/** A table of the rows of CSV files. */
export async function asnTable(v4: string, v6 = ""): Promise<AsnTable> {
  const stream = (csv: string) => new Blob([csv]).stream();
  const sources = { v4: stream(v4), v6: stream(v6), builtAt: 0 };
  return AsnTable.load(await compileAsnTable(sources));
}
