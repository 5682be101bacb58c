import assert from "node:assert/strict";
import { assertSpareDescriptors } from "../../../lib/async/spare_descriptors.ts";

Deno.test("assertSpareDescriptors - holds none of those it has tried", () => {
  const count = () => [...Deno.readDirSync("/proc/self/fd")].length;
  const before = count();
  assertSpareDescriptors();
  assert.equal(count(), before);
});

Deno.test("assertSpareDescriptors - throws where few are left, and holds none of them", async () => {
  const file = new URL(
    "../../../lib/async/spare_descriptors.ts",
    import.meta.url,
  );
  const program = `
    import { assertSpareDescriptors } from "${file}";
    const held = [];
    const fill = () => {
      try {
        for (;;) held.push(Deno.openSync("/dev/null"));
      } catch { /* There is none left. */ }
    };
    const outcome = () => {
      try {
        assertSpareDescriptors();
        return "enough";
      } catch {
        return "too few";
      }
    };
    fill();
    const outcomes = [];
    for (let left = 0; left < 100; left++) {
      outcomes.push(outcome());
      held.pop().close();
    }
    console.log(outcomes.indexOf("enough"), outcomes.lastIndexOf("too few"));`;
  const { stdout, stderr } = await new Deno.Command("bash", {
    args: [
      "-c",
      'ulimit -n 300; exec "$0" eval -q --unstable-net "$1"',
      Deno.execPath(),
      program,
    ],
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  assert.equal(decoder.decode(stdout), "32 31\n", decoder.decode(stderr));
});
