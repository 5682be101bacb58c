/** One thing that an administrator did, as a page shows it. */
export interface AuditRow {
  atMs: number;
  /** Who did it. */
  actor: string;
  /** Whose account that is; null where it is none. */
  actorId: string | null;
  /** What, in words. */
  action: string;
  /** What it was done to: an e-mail address, a block of addresses. */
  subject: string;
  detail: string;
}
