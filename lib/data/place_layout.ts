import type { ColumnFormat } from "./column_file.ts";

/**
 * Format of a place table: the ranges of both families with the number of their
 * place, then the places, which are shared by many ranges.
 */
export const PLACE_FORMAT: ColumnFormat = {
  name: "place table",
  magic: "PGEO",
  version: 1,
  columnCount: 19,
};

/** Marks missing coordinates, which are stored in ten-thousandths of a degree. */
export const NO_COORDINATE = 0x7fff_ffff;

/** Separates texts that are stored as one. They contain no control characters. */
export const SEPARATOR = "\n";
