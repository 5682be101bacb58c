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
export function failureText(error: unknown): string {
  if (isDiskFull(error)) return "the disk is full";
  const message = error instanceof Error ? error.message : String(error);
  const line = message
    .replace(/(https?:\/\/)(?:[^\s/?#@]*@)?([^\s/?#)"']*)[^\s)"']*/g, "$1$2")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  return line.length > MAX_LENGTH ? line.slice(0, MAX_LENGTH - 1) + "…" : line;
}
