/** What stands for values that JSON does not have, by their index below zero. */
const CONSTANTS = [, undefined, , NaN, Infinity, -Infinity, -0];

/**
 * Reads what devalue's `stringify` wrote of islands' props: JSON values,
 * `undefined`, the numbers that JSON lacks, dates, sets, maps, what is shared or
 * goes in circles, and what a reviver is given for.
 *
 * Devalue's own `parse` knows more types than a page hands over, and every
 * visitor would load them: it is five times as long.
 *
 * @throws {TypeError} if there is something else
 */
export function readIslandData(
  text: string,
  revivers: Record<string, (value: unknown) => unknown>,
): unknown {
  const written = JSON.parse(text);
  const made: unknown[] = [];
  const read = (i: number): unknown => {
    if (i < 0) return CONSTANTS[-i];
    if (i in made) return made[i];
    // Before what is in it is read: that may lead back here.
    const keep = <Value>(value: Value): Value => made[i] = value;
    const value = written[i];
    if (value === null || typeof value !== "object") return keep(value);
    if (!Array.isArray(value)) {
      const object = keep<Record<string, unknown>>({});
      for (const key in value) object[key] = read(value[key]);
      return object;
    }
    const [type, ...rest] = value;
    if (typeof type !== "string") {
      const list = keep<unknown[]>([]);
      for (const inner of value) list.push(read(inner));
      return list;
    }
    if (Object.hasOwn(revivers, type)) {
      return keep(revivers[type](read(rest[0])));
    }
    switch (type) {
      case "Date":
        return keep(new Date(rest[0]));
      case "Set": {
        const set = keep(new Set());
        for (const inner of rest) set.add(read(inner));
        return set;
      }
      case "Map": {
        const map = keep(new Map());
        while (rest.length > 0) map.set(read(rest.shift()), read(rest.shift()));
        return map;
      }
    }
    throw new TypeError(`No island gets a ${type}`);
  };
  return read(0);
}
