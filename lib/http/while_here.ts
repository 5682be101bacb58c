/**
 * An answer, unless whoever asked has left meanwhile: they get none (499, which
 * nobody reads), and what ended with them is no fault of ours.
 *
 * @throws what `answer` does while the client is there
 */
export async function whileHere<T>(
  { signal }: Request,
  answer: Promise<T>,
): Promise<T | Response> {
  try {
    return await answer;
  } catch (error) {
    if (!signal.aborted) throw error;
    return new Response(null, { status: 499 });
  }
}
