/** Why a feed has no newer data, as codes: pages have the words. */
export const FAILURE_CODES = [
  "unreachable",
  "no_response",
  "disk_full",
  "missing",
  "rejected",
  "interrupted",
  "too_large",
  "wrong_checksum",
  "malformed",
  "shrunk",
  "unusable_download",
  "unusable_file",
] as const;

export type FailureCode = typeof FAILURE_CODES[number];

/** Data in use, or that a feed could download. Times are milliseconds since the epoch. */
export interface DataFile {
  readonly name: string;
  readonly isInUse: boolean;
  /** The date of the data; null if there is none. */
  readonly builtAt: number | null;
  /** When the server last looked for newer data; null if never. */
  readonly checkedAt: number | null;
  /** The earliest time of the next check; null if there is none. */
  readonly nextAt: number | null;
  /** Whether it is more than 60 days old. */
  readonly isOld: boolean;
  /** Whether its maker says that it contains errors. */
  readonly isFaulty?: true;
  /** The variables without which it is not updated. */
  readonly needs: readonly string[];
  /** Why the last download failed, or its file is broken. */
  readonly failure: {
    readonly code: FailureCode;
    /** In English, for the operator. */
    readonly reason: string;
  } | null;
}
