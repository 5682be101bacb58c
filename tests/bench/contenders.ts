/** Those that are measured side by side, where one that fails costs no other. */
import { median } from "./figures.ts";

/** Why there is no figure. */
export class Failure {
  /** One line. */
  readonly reason: string;

  constructor(error: unknown) {
    const message = error instanceof Error ? error.message : String(error);
    // It goes into a cell of a table.
    this.reason = message.trim().replace(/\s+/g, " ").replaceAll("|", "/");
  }
}

/** A rate a second, or why there is none. */
export type Outcome = number | Failure;

/** Draws from something for so many seconds and gives its rate. */
export type Draw = (seconds: number) => Promise<number>;

/** What a piece of work comes to, or why it failed. */
export async function attempt<T>(
  work: () => Promise<T>,
): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    return new Failure(error);
  }
}

/**
 * Medians of the rates of each, taken in turn so that a machine whose speed
 * drifts treats all alike, after one short unmeasured round in which everything
 * is compiled. Whoever fails once takes no further part.
 *
 * @param contenders undefined for those that are not installed, which have no outcome
 */
export async function alternated(
  contenders: Readonly<Record<string, Draw | undefined>>,
  rounds: number,
  seconds: number,
): Promise<Record<string, Outcome>> {
  const rates = new Map<string, number[]>();
  const outcomes: Record<string, Outcome> = {};
  for (let round = 0; round <= rounds; round++) {
    for (const [name, draw] of Object.entries(contenders)) {
      if (!draw || outcomes[name] instanceof Failure) continue;
      const rate = await attempt(() => draw(round === 0 ? 1 : seconds));
      if (rate instanceof Failure) {
        outcomes[name] = rate;
        console.error(`bench: ${name} failed: ${rate.reason}`);
      } else if (round > 0) {
        const values = rates.getOrInsertComputed(name, () => []);
        values.push(rate);
        outcomes[name] = median(values);
      }
    }
  }
  return outcomes;
}
