/** What an update did with one feed. */
export interface Outcome {
  readonly feed: string;
  /**
   * "updated": newer data is in place. "unchanged": there is none. "kept": it
   * failed, what was there before stays. "skipped": it was not asked.
   */
  readonly outcome: "updated" | "unchanged" | "kept" | "skipped";
  /** In words, for the operator. */
  readonly message: string;
  /** Of the data now in place, null without any; `bytes` likewise. */
  readonly entries: number | null;
  readonly bytes: number | null;
}

/** How far an update of one feed has come. */
export type Progress =
  | {
    readonly feed: string;
    readonly phase: "asking" | "downloading" | "unpacking" | "checking";
    readonly bytesDone: number;
    readonly bytesTotal?: number;
  }
  | {
    readonly feed: string;
    readonly phase: "done";
    readonly outcome: Outcome;
  };

export type Report = (progress: Progress) => void;
