import type { ColumnFormat } from "./column_file.ts";

/** Version of the file format. Version 1 had a start and an end for each range. */
export const ASN_FORMAT = 2;

/**
 * Format of an ASN table: the rows of both families with the number of their
 * organisation, then the AS numbers and names of the organisations.
 */
export const ASN_COLUMNS: ColumnFormat = {
  name: "ASN table",
  magic: "PASN",
  version: ASN_FORMAT,
  columnCount: 14,
};
