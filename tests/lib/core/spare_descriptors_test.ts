import assert from "node:assert/strict";

const module = new URL(
  "../../../lib/core/spare_descriptors.ts",
  import.meta.url,
);

/** The output of a program. A separate process, since test files that run in parallel share one. */
async function outputOf(program: string): Promise<string> {
  const { stdout, stderr } = await new Deno.Command("bash", {
    args: [
      "-c",
      'ulimit -n 300; exec "$0" eval -q --unstable-net "$1"',
      Deno.execPath(),
      `import { assertSpareDescriptors } from "${module}";\n${program}`,
    ],
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return decoder.decode(stdout) + decoder.decode(stderr);
}

Deno.test("assertSpareDescriptors - closes the descriptors it opened", async () => {
  const output = await outputOf(`
    const count = () => [...Deno.readDirSync("/proc/self/fd")].length;
    const before = count();
    assertSpareDescriptors();
    console.log(before > 0, count() - before);`);
  assert.equal(output, "true 0\n");
});

Deno.test("assertSpareDescriptors - throws if few are left, and closes those it opened", async () => {
  const output = await outputOf(`
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
    console.log(outcomes.indexOf("enough"), outcomes.lastIndexOf("too few"));`);
  assert.equal(output, "32 31\n");
});

Deno.test("assertSpareDescriptors - passes on a host without UDP", async () => {
  const output = await outputOf(`
    Deno.listenDatagram = () => {
      throw new Error("Address family not supported by protocol (os error 97)");
    };
    assertSpareDescriptors();
    console.log("passed");`);
  assert.equal(output, "passed\n");
});
