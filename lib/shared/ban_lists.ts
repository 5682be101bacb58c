/** A block that an administrator shut out. */
export interface ManualBanView {
  id: string;
  /** `address/length`. */
  block: string;
  sinceMs: number;
  /** Null: until it is lifted. */
  untilMs: number | null;
  reason: string;
  /** The name of who did it. */
  by: string;
}

/** A client that the limiter shut out by itself. */
export interface AutomaticBanView {
  client: string;
  sinceMs: number;
  untilMs: number;
}

/** Bans in force, the latest of each kind, and how many there are in all. */
export interface BanLists {
  manual: ManualBanView[];
  automatic: AutomaticBanView[];
  manualCount: number;
  automaticCount: number;
}

/** What was typed into the form of a ban that was not taken. */
export interface TypedBan {
  cidr: string;
  hours: string;
  isForEver: boolean;
  reason: string;
}
