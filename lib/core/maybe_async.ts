/** Applies `next` to a value or a promise's value. A plain value is not awaited, which would cost a microtask; what `next` throws is then thrown synchronously. */
export function mapMaybeAsync<T, R>(
  value: T | Promise<T>,
  next: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
