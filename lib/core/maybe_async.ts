/** Goes on with what is there at once; awaiting it would cost a turn. What `next` throws then is thrown, not a rejection. */
export function mapMaybeAsync<T, R>(
  value: T | Promise<T>,
  next: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
