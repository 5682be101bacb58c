import assert from "node:assert/strict";
import fc from "fast-check";
import { LineLimit } from "../../lib/line_limit.ts";

function rig(maxKinds?: number) {
  const clock = { now: 1_000 };
  const lines = new LineLimit({
    now: () => clock.now,
    quietMs: 60_000,
    maxKinds,
  });
  return { clock, lines };
}

Deno.test("LineLimit - one of a kind in a while, the next tells how many there were in between", () => {
  const { clock, lines } = rig();
  assert.equal(lines.take("a"), 0);
  assert.equal(lines.take("a"), null);
  clock.now += 59_999;
  assert.equal(lines.take("a"), null);
  clock.now += 1;
  assert.equal(lines.take("a"), 2);
  assert.equal(lines.take("a"), null);
  clock.now += 3_600_000;
  assert.equal(lines.take("a"), 1);
  clock.now += 60_000;
  assert.equal(lines.take("a"), 0);
});

Deno.test("LineLimit - a clock that was put back keeps nothing quiet", () => {
  const { clock, lines } = rig();
  clock.now = 3_600_000;
  assert.equal(lines.take("a"), 0);
  clock.now = 1_000;
  assert.equal(lines.take("a"), 0);
  assert.equal(lines.take("a"), null);
});

Deno.test("LineLimit - kinds do not hold each other back", () => {
  const { lines } = rig();
  assert.deepEqual(["a", "b", "a", "b"].map((kind) => lines.take(kind)), [
    0,
    0,
    null,
    null,
  ]);
});

Deno.test("LineLimit - kinds without end share one, until others have been quiet", () => {
  const { clock, lines } = rig(2);
  const taken = ["a", "b", "c", "d", "e"].map((kind) => lines.take(kind));
  assert.deepEqual(taken, [0, 0, 0, null, null]);
  clock.now += 60_000;
  assert.equal(lines.take("f"), 0);
  assert.equal(lines.take("g"), 0);
});

Deno.test("LineLimit - whatever strangers make of kinds, the lines of a minute are bounded", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 200 }), (kinds) => {
      const { lines } = rig(8);
      const written = kinds.filter((kind) => lines.take(kind) !== null);
      assert.ok(written.length <= 9, `${written.length}`);
    }),
  );
});
