import { describeError } from "../../core/log.ts";

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

const units = ["bytes", "KB", "MB", "GB", "TB"];

/** A number of bytes for people, in decimal units: "17 bytes", "1.2 MB". */
export function byteText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // 999.95 and above would be printed as 1000.0 of the smaller unit.
  while (size >= (unit === 0 ? 1000 : 999.95) && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** A whole number with commas: "1,200". */
export function countText(count: number): string {
  return count.toLocaleString("en-US");
}

/** ENOSPC, EFBIG (a limit of the shell) and EDQUOT, as Deno names them in its messages. */
const diskFull = /\bos error (28|27|122)\)|\b(ENOSPC|EFBIG|EDQUOT)\b/;

const MAX_LENGTH = 300;

/** Whether a write failed for want of room, here or in a cause. */
export function isDiskFull(error: unknown): boolean {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; depth++) {
    if (diskFull.test(e.message)) return true;
    e = e.cause;
  }
  return false;
}

/**
 * Why something failed, in one line for the operator.
 *
 * A message can quote what a download holds, so control characters go: they
 * would steer the terminal. Of URLs the host alone stays: the rest can be a
 * signature that opens a file.
 */
export function networkErrorText(error: unknown): string {
  if (isDiskFull(error)) return "the disk is full";
  const message = error instanceof Error ? error.message : String(error);
  const line = message
    .replace(/(https?:\/\/)(?:[^\s/?#@]*@)?([^\s/?#)"']*)[^\s)"']*/g, "$1$2")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  return line.length > MAX_LENGTH ? line.slice(0, MAX_LENGTH - 1) + "…" : line;
}

/** A plain error is a sentence for the operator; a fault of the program needs its stack. */
export function operatorMessage(error: unknown): string {
  return error instanceof Error && error.constructor === Error
    ? networkErrorText(error)
    : describeError(error);
}
