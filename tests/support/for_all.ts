/** Properties: what holds for all values of some arbitraries. */
import fc from "fast-check";

type Arbitraries<T extends [unknown, ...unknown[]]> = {
  [K in keyof T]: fc.Arbitrary<T[K]>;
};

/**
 * Asserts that a check passes for random values.
 *
 * @throws {Error} with the smallest values for which it throws or returns false
 */
export function forAll<T extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<T>,
  check: (...values: T) => boolean | void,
  options?: fc.Parameters<T>,
): void {
  fc.assert(fc.property<T>(...arbitraries, check), options);
}

/** The same for a check that waits. It checks one set of values after the other. */
export function forAllAsync<T extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<T>,
  check: (...values: T) => Promise<boolean | void>,
  options?: fc.Parameters<T>,
): Promise<void> {
  return fc.assert(fc.asyncProperty<T>(...arbitraries, check), options);
}
