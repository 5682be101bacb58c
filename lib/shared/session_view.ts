/** A session as its owner sees it. */
export interface SessionView {
  /** By which it is revoked; not its whole id, which nobody need see. */
  handle: string;
  isThis: boolean;
  agent: string;
  address: string;
  createdAtMs: number;
  seenAtMs: number;
}
