import { messageOf } from "../../core/errors.ts";
import { describeError } from "../../core/log.ts";

export interface Outcome {
  readonly feed: string;
  /**
   * "updated": newer data is in use. "unchanged": there is nothing newer.
   * "failed": the previous data stays in use. "skipped": a setting is missing.
   */
  readonly outcome: "updated" | "unchanged" | "failed" | "skipped";
  /** For the operator. */
  readonly message: string;
  /** Entries of the data now in use; null if there is none. */
  readonly entries: number | null;
  /** Size of the data now in use; null if there is none. */
  readonly bytes: number | null;
  /** Whether the update failed because no server could be reached. */
  readonly isUnreachable?: true;
}

/**
 * Sums up an update in one sentence, for the operator: "23 of 28 feeds failed: no
 * network?".
 */
export function summaryText(outcomes: readonly Outcome[]): string {
  const total = outcomes.length === 1 ? "1 feed" : `${outcomes.length} feeds`;
  const count = (kind: Outcome["outcome"]) =>
    outcomes.filter(({ outcome }) => outcome === kind).length;
  const failed = count("failed");
  if (failed > 0) {
    return `${failed} of ${total} failed${
      isOffline(outcomes) ? ": no network?" : "."
    }`;
  }
  const counts = (["updated", "unchanged", "skipped"] as const)
    .filter((kind) => count(kind) > 0).map((kind) => `${count(kind)} ${kind}`);
  return counts.length === 0 ? `${total}.` : `${total}: ${counts.join(", ")}.`;
}

/** Whether no server was reached, although at least one was tried. */
export function isOffline(outcomes: readonly Outcome[]): boolean {
  const tried = outcomes.filter(({ outcome }) => outcome !== "skipped");
  return tried.length > 0 && tried.every(({ isUnreachable }) => isUnreachable);
}

export type Progress =
  | {
    readonly feed: string;
    readonly phase: "requesting" | "downloading" | "unpacking" | "checking";
    readonly bytesDone: number;
    readonly bytesTotal?: number;
  }
  | {
    readonly feed: string;
    readonly phase: "done";
    readonly outcome: Outcome;
  };

export type ReportProgress = (progress: Progress) => void;

/** ENOSPC, EFBIG (a limit of the shell) and EDQUOT in Deno's error messages. */
const diskFull = /\bos error (28|27|122)\)|\b(ENOSPC|EFBIG|EDQUOT)\b/;

const MAX_LENGTH = 300;

/** Whether an error, or one of its causes, is a write to a full disk. */
export function isDiskFull(error: unknown): boolean {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; depth++) {
    if (diskFull.test(e.message)) return true;
    e = e.cause;
  }
  return false;
}

/**
 * The message of an error as one line of at most 300 characters, for the operator.
 *
 * A message can quote downloaded data, so control characters, which would affect
 * the terminal, are removed. URLs are reduced to the host: the rest can contain
 * a signature that grants access to a file.
 */
export function networkErrorText(error: unknown): string {
  if (isDiskFull(error)) return "the disk is full";
  // Deno's words and advice about permissions are not for this program's users.
  if (error instanceof Deno.errors.NotCapable) {
    return "the service has no access to it";
  }
  const line = messageOf(error)
    .replace(/(https?:\/\/)(?:[^\s/?#@]*@)?([^\s/?#)"']*)[^\s)"']*/g, "$1$2")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  return line.length > MAX_LENGTH ? line.slice(0, MAX_LENGTH - 1) + "…" : line;
}

/** The message of a plain `Error`, which is written for the operator; with the stack for any other error, which is a bug. */
export function operatorMessage(error: unknown): string {
  return error instanceof Error && error.constructor === Error
    ? networkErrorText(error)
    : describeError(error);
}
