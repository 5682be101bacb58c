/** A cell of a result: text, or a value that one click selects as a whole. */
export type LookupCell = string | { copy: string };

/** Results of one kind. */
export interface LookupTable {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly LookupCell[])[];
  /** Said where there is no row. */
  empty: string;
}

/** What the lookup page shows of an answer. */
export interface LookupView {
  title: string;
  /** How much was found, where, how fast. */
  summary: string;
  tables: readonly LookupTable[];
}

/** A form as it was sent: what it is put back with. */
export interface TypedLookup {
  query: string;
  dnsType: string;
  dnsMatch: string;
  side: string;
}
