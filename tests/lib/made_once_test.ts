import assert from "node:assert/strict";
import { MadeOnce } from "../../lib/made_once.ts";

Deno.test("MadeOnce - once for an object and a variant", () => {
  const texts = new MadeOnce<{ name: string }, "a" | "b", string>();
  const [x, alike] = [{ name: "x" }, { name: "x" }];
  let made = 0;
  const text = (of: { name: string }, variant: "a" | "b") =>
    texts.get(of, variant, () => `${of.name}${variant}${++made}`);
  assert.deepEqual(
    [text(x, "a"), text(x, "b"), text(alike, "a"), text(x, "a"), text(x, "b")],
    ["xa1", "xb2", "xa3", "xa1", "xb2"],
  );
});

Deno.test("MadeOnce - what could not be made is tried again", () => {
  const kept = new MadeOnce<object, "all", string>();
  const of = {};
  const fail = () => {
    throw new TypeError("not now");
  };
  assert.throws(() => kept.get(of, "all", fail), { message: "not now" });
  assert.equal(kept.get(of, "all", () => "made"), "made");
});
