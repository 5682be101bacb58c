/**
 * Waits for `promise`, but no longer than `limitMs`.
 *
 * Deno KV takes no AbortSignal: what does not answer is left behind, and its
 * later outcome, failure included, is dropped.
 *
 * @throws {Error} with `message` when the time is up; else whatever `promise` rejects with.
 */
export async function withTimeLimit<T>(
  promise: Promise<T>,
  limitMs: number,
  message: string,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), limitMs);
  });
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
