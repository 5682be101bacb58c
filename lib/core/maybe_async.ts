/**
 * Applies `next` to a value or to the value of a promise. A plain value is mapped
 * synchronously, which saves a microtask; errors of `next` are then synchronous too.
 */
export function mapMaybeAsync<T, R>(
  value: T | Promise<T>,
  next: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
