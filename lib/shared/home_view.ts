/** One fact on the home page; `null` is not known. */
export interface HomeRow {
  label: string;
  value: string | number | null;
  /** Addresses, prefixes and numbers are set in the monospace face. */
  mono?: boolean;
}

/** What the home page shows of an address. */
export interface HomeView {
  ip: string;
  family: 4 | 6;
  /** False for an address of an inner network, of which there is nothing to tell. */
  isPublic: boolean;
  /** The country's flag as an emoji, or nothing. */
  flag: string;
  /** The address in one sentence. */
  verdict: string;
  rows: HomeRow[];
}
