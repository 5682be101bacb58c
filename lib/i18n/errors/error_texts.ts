import type { Language } from "../language.ts";

/**
 * The sentences of some reasons in every language: text, or a function of the
 * reason's parameters if it has any.
 */
export type ErrorTexts<Reasons> = {
  readonly [R in keyof Reasons]: Readonly<
    Record<
      Language,
      keyof Reasons[R] extends never ? string
        : (params: Readonly<Reasons[R]>) => string
    >
  >;
};

/** A count with its English noun: `1 second`, `5 seconds`. */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Formats a time as ISO 8601 in whole seconds, rounded up so that a wait never seems shorter. @param timeMs milliseconds since the epoch */
export function isoTime(timeMs: number): string {
  const whole = Math.ceil(timeMs / 1000) * 1000;
  return new Date(whole).toISOString().replace(".000Z", "Z");
}
