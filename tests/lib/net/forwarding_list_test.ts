import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { elementsFromRight } from "../../../lib/net/forwarding_list.ts";

const plain = (list: string) => [...elementsFromRight(list, false)];
const quoted = (list: string) => [...elementsFromRight(list, true)];

Deno.test("elementsFromRight - the last first, without blanks around", () => {
  deepEqual(plain("a, b\t,c"), ["c", "b", "a"]);
  deepEqual(plain(" a "), ["a"]);
  deepEqual(plain(",a,,"), ["", "", "a", ""]);
  deepEqual(plain(""), [""]);
});

Deno.test("elementsFromRight - commas inside quotes do not divide", () => {
  deepEqual(quoted('for="a,b", for=c'), ["for=c", 'for="a,b"']);
  deepEqual(quoted(String.raw`x="\",\\", y`), ["y", String.raw`x="\",\\"`]);
  deepEqual(plain('"a,b"'), ['b"', '"a']);
});

Deno.test("elementsFromRight - an open quote on the left binds nothing", () => {
  deepEqual(quoted('for="evil, for=good'), ["for=good", 'for="evil']);
});

Deno.test("elementsFromRight - at most 64 elements", () => {
  const list = Array.from({ length: 100 }, (_, i) => i).join(",");
  const walked = plain(list);
  equal(walked.length, 64);
  equal(walked.at(-1), "36");
});

Deno.test("elementsFromRight - at most 4096 characters, no cut element", () => {
  deepEqual(plain(`${"1".repeat(100_000)},a,b`), ["b", "a"]);
  deepEqual(plain("1".repeat(100_000)), []);
  deepEqual(plain(`1.2.3.4,${" ".repeat(4096)}`), []);
});

Deno.test("elementsFromRight - agrees with split", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom(...'ab.:"\\') }), {
        minLength: 1,
        maxLength: 20,
      }),
      (elements) => {
        deepEqual(plain(elements.join(" , ")), elements.toReversed());
      },
    ),
  );
});

Deno.test("elementsFromRight - any input is divided at commas only", () => {
  const text = fc.string({ unit: fc.constantFrom(...'a,"\\ ;=') });
  fc.assert(
    fc.property(text, (list) => {
      const pieces = quoted(list);
      const squeezed = (text: string) => text.replaceAll(" ", "");
      equal(
        pieces.toReversed().map(squeezed).join(","),
        squeezed(list),
      );
      ok(pieces.length <= list.split(",").length);
    }),
  );
});
