/** Programs that are measured in turn. If one fails, the others are still measured. */
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

/** A rate per second, or why there is none. */
export type Outcome = number | Failure;

/** Sends requests for a number of seconds, and returns the rate. */
export type Draw = (seconds: number) => Promise<number>;

/** The result of work, or why it failed. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    return new Failure(error);
  }
}

/**
 * The median rate of each contender. They are measured in turn, so that a drift of
 * the machine's speed affects all alike, after one short unmeasured round for
 * compilation. A contender that fails once is not measured again.
 *
 * @param contenders undefined for those that are not installed, which have no
 * outcome
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
