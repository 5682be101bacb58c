/**
 * The `max` records with the latest times, in ascending order of time.
 *
 * Holds at most twice `max` records at once: strangers decide how many there are.
 */
export async function newest<T>(
  records: AsyncIterable<T>,
  max: number,
  timeMs: (record: T) => number,
): Promise<T[]> {
  const kept: T[] = [];
  const cut = () => {
    kept.sort((a, b) => timeMs(a) - timeMs(b));
    kept.splice(0, kept.length - max);
  };
  for await (const record of records) {
    kept.push(record);
    if (kept.length >= 2 * max) cut();
  }
  cut();
  return kept;
}
