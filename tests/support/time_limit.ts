/** The property of a wrapper in which `Deno.test` finds the location to report. */
const LOCATION = Symbol.for("Deno.test.location");

type Fn = Deno.TestDefinition["fn"] & { [LOCATION]?: string };

/**
 * Gives each test that is registered from now on a time limit, unless it has its
 * own. A test that hangs, or loops, fails.
 */
export function limitTests(limitMs: number): void {
  const test = new Proxy(Deno.test, {
    apply(register, self, given: unknown[]) {
      const definition = { timeout: limitMs, ...definitionOf(given) };
      definition.fn[LOCATION] = placeOfTest(import.meta.url);
      return Reflect.apply(register, self, [definition]);
    },
  });
  Object.assign(Deno, { test });
}

/**
 * One object of what a test may be registered with: name, options and function, in
 * that order, where they are given.
 */
function definitionOf(given: unknown[]): Deno.TestDefinition & { fn: Fn } {
  const name = given.find((part) => typeof part === "string");
  const options = given.find((part) => typeof part === "object");
  const fn = given.find((part) => typeof part === "function");
  return {
    ...fn && { fn, name: fn.name },
    ...options,
    ...name !== undefined && { name },
  } as Deno.TestDefinition & { fn: Fn };
}

/** The innermost place on the stack that is in a file of tests, or else in any but the module. */
function placeOfTest(module: string): string | undefined {
  const places = new Error().stack?.split("\n")
    .map((line) => line.match(/(\w+:\/\/\S+:\d+:\d+)\)?$/)?.[1])
    .filter((place) => place !== undefined && !place.startsWith(module));
  return places?.find((place) => place?.match(/_test\.tsx?:/)) ?? places?.[0];
}
