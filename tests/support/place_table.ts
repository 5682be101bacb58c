import { encodeColumnFile } from "../../lib/data/columns/column_file.ts";
import type { MmdbFile } from "../../lib/data/mmdb_file.ts";
import { placeTableParts } from "../../lib/data/places/place_table_build.ts";

/** A database as the table that `PlaceTable` reads. */
export function compilePlaceTable(file: MmdbFile): Uint8Array<ArrayBuffer> {
  const { format, builtAt, columns } = placeTableParts(file);
  return encodeColumnFile(format, builtAt, columns);
}
