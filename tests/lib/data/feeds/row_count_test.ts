import assert from "node:assert/strict";
import { RowCount } from "../../../../lib/data/feeds/row_count.ts";

const check = (good: number, bad: number) => () => {
  const count = new RowCount();
  count.good = good;
  count.bad = bad;
  count.check();
};

Deno.test("RowCount.check - lets pass under one unreadable row in a hundred", () => {
  assert.doesNotThrow(check(1, 0));
  assert.doesNotThrow(check(100, 1));
  assert.doesNotThrow(check(991, 9));
  assert.throws(check(99, 1), /^Error: 1 of its 100 entries cannot be read$/);
  assert.throws(check(0, 7), /^Error: 7 of its 7 entries cannot be read$/);
});

Deno.test("RowCount.check - refuses no rows at all", () => {
  assert.throws(check(0, 0), /^Error: it has no entries$/);
});
