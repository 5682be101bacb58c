/** One thing that an administrator did, as a page shows it. */
export interface AuditRow {
  atMs: number;
  /** Who did it. */
  actor: string;
  /** What, in words. */
  action: string;
  /** What it was done to: an e-mail address, a block of addresses. */
  subject: string;
  detail: string;
}
