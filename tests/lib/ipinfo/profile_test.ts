import assert from "node:assert/strict";
import { SOURCE_ORDER } from "../../../lib/ipinfo/profile.ts";

const geo = ["regional", "commercial", "abuse", "open"];
const of = (kinds: readonly string[]) =>
  kinds.filter((kind) => geo.includes(kind));

Deno.test("SOURCE_ORDER - follows the specification", () => {
  const { v1, v2 } = SOURCE_ORDER;
  const asked = ["commercial", "abuse", "open"];
  assert.deepEqual(of(v1.china), ["regional", "open"]);
  assert.deepEqual(of(v1.elsewhere), ["open", "regional"]);
  assert.deepEqual(of(v2.china), ["regional", ...asked]);
  assert.deepEqual(of(v2.elsewhere), [...asked, "regional"]);
});

Deno.test("SOURCE_ORDER - has the same kinds for China and elsewhere, each once", () => {
  for (const { china, elsewhere } of Object.values(SOURCE_ORDER)) {
    assert.deepEqual([...china].sort(), [...elsewhere].sort());
    assert.equal(new Set(china).size, china.length);
  }
});
