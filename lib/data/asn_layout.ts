import type { ColumnFormat } from "./column_file.ts";

/** Version of the file of an ASN table. 1 had a start and an end for each range. */
export const ASN_FORMAT = 2;

/**
 * The file of an ASN table: the rows of both families with the number of their
 * organization, then the organizations: AS numbers and names.
 */
export const ASN_COLUMNS: ColumnFormat = {
  name: "ASN table",
  magic: "PASN",
  version: ASN_FORMAT,
  columnCount: 14,
};
