import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { type Link, LinkedList } from "../../../lib/core/linked_list.ts";

function valuesOf<T>(list: LinkedList<T>): T[] {
  const values: T[] = [];
  for (let link = list.first; link; link = link.next) values.push(link.value);
  return values;
}

Deno.test("LinkedList - keeps the order, wherever something is taken out", () => {
  fc.assert(fc.property(
    fc.array(fc.option(fc.nat(), { freq: 3 })),
    (steps) => {
      const list = new LinkedList<number>();
      const links: Link<number>[] = [];
      for (const [i, step] of steps.entries()) {
        if (step === null) links.push(list.push(i));
        else if (links.length > 0) {
          list.remove(links.splice(step % links.length, 1)[0]);
        }
        deepEqual(valuesOf(list), links.map(({ value }) => value));
        equal(list.last?.value, links.at(-1)?.value);
        equal(list.isEmpty, links.length === 0);
      }
    },
  ));
});
