import assert from "node:assert/strict";
import { SOURCE_ORDER } from "../../../lib/ipinfo/source_policy.ts";

const geo = ["regional", "commercial", "abuse", "open"];
const of = (kinds: readonly string[]) =>
  kinds.filter((kind) => geo.includes(kind));

Deno.test("KINDS - follows the specification's order of merging", () => {
  assert.deepEqual(of(SOURCE_ORDER.v1.china), ["regional", "open"]);
  assert.deepEqual(of(SOURCE_ORDER.v1.elsewhere), ["open", "regional"]);
  assert.deepEqual(of(SOURCE_ORDER.v2.china), [
    "regional",
    "commercial",
    "abuse",
    "open",
  ]);
  assert.deepEqual(of(SOURCE_ORDER.v2.elsewhere), [
    "commercial",
    "abuse",
    "open",
    "regional",
  ]);
});

Deno.test("KINDS - asks the same kinds in China and elsewhere, each once", () => {
  for (const { china, elsewhere } of Object.values(SOURCE_ORDER)) {
    assert.deepEqual([...china].sort(), [...elsewhere].sort());
    assert.equal(new Set(china).size, china.length);
  }
});
