import type { ColumnFormat } from "./column_file.ts";

/**
 * The file of a place table: the ranges of both families with the number of
 * their place, then the places, which many ranges share.
 */
export const PLACE_FORMAT: ColumnFormat = {
  name: "place table",
  magic: "PGEO",
  version: 1,
  columnCount: 19,
};

/** Coordinates are kept in ten-thousandths of a degree; this stands for none. */
export const NO_COORDINATE = 0x7fff_ffff;

/** Between the texts that are kept as one, which hold no control characters. */
export const SEPARATOR = "\n";
