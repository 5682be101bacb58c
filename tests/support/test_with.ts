/** Tests that get a fixture of their own, for all tests of a file. */

type Body<T> = (fixture: T) => void | Promise<void>;

/** A `Deno.test` that opens the fixture, and disposes of it in the end. */
export function testWith<T extends Disposable | AsyncDisposable>(
  open: () => T | Promise<T>,
) {
  return (name: string, body: Body<T>) =>
    Deno.test(name, async () => {
      await using fixture = await open();
      await body(fixture);
    });
}

/** A `Deno.test` whose body runs inside `run`, as in `withKv((kv) => …)`. */
export function testIn<T>(
  run: (body: (fixture: T) => Promise<void>) => Promise<void>,
) {
  return (name: string, body: Body<T>) =>
    Deno.test(name, () => run(async (fixture) => await body(fixture)));
}
