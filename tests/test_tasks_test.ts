import assert from "node:assert/strict";
import manifest from "../deno.json" with { type: "json" };

const root = new URL("..", import.meta.url).pathname;

Deno.test("tasks - every test task gives each test a time limit", () => {
  const testing = Object.entries(manifest.tasks)
    .filter(([, { command }]) => /\bdeno test\b/.test(command));
  assert.deepEqual(testing.map(([name]) => name), ["test", "ok"]);
  for (const [name, { command }] of testing) {
    assert.match(
      command,
      /\bdeno test [^&]*--preload tests\/preload\.ts/,
      name,
    );
  }
  assert.match(
    Deno.readTextFileSync(`${root}.ci/run`),
    /^\$deno task test /m,
  );
});

/** What a run of a file of tests says, with the project's configuration and a limit for each test. */
async function reportOf(
  tests: string,
  limitMs: number,
): Promise<{ code: number; out: string }> {
  const folder = await Deno.makeTempDir();
  try {
    const limit =
      `import { limitTests } from "${root}tests/support/time_limit.ts";
      limitTests(${limitMs});`;
    await Deno.writeTextFile(`${folder}/preload.ts`, limit);
    await Deno.writeTextFile(`${folder}/a_test.ts`, tests);
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "-q", "--no-check", "--config", `${root}deno.json`]
        .concat("--preload", `${folder}/preload.ts`, `${folder}/a_test.ts`),
      env: { NO_COLOR: "1" },
      stderr: "null",
    }).output();
    return { code, out: new TextDecoder().decode(stdout) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("limitTests - a test that hangs or loops fails by itself, and the others run", async () => {
  const { code, out } = await reportOf(
    `const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms)), never = () => after(60_000);
Deno.test("hangs", never);
Deno.test("loops", () => { for (;;); });
  Deno.test({ name: "is an object", fn: never });
Deno.test("has options", { sanitizeOps: false }, never);
Deno.test({ sanitizeOps: false }, function named() { return never(); });
Deno.test(function alone() { return never(); });
Deno.test("has its own", { timeout: 60_000 }, () => after(1_000));
Deno.test("is left out", { ignore: true }, never);
Deno.test("is quick", () => {});
// Deno makes it at its first use, and a test that is ended then leaves half of it.
setTimeout;
`,
    500,
  );
  assert.equal(code, 1);
  assert.match(out, /\| 2 passed \| 6 failed \| 1 ignored/);
  const late = out.matchAll(
    /^(.+) => \S+\/a_test\.ts:(\d+:\d+)\nerror: Test timed out after 500ms\.$/gm,
  );
  assert.deepEqual([...late].map(([, name, place]) => [name, place]), [
    ["hangs", "2:6"],
    ["loops", "3:6"],
    ["is an object", "4:8"],
    ["has options", "5:6"],
    ["named", "6:6"],
    ["alone", "7:6"],
  ]);
});

Deno.test("deno test - a test that leaves something open or running fails", async () => {
  const { code, out } = await reportOf(
    `
Deno.test("leaves a timer", () => void setTimeout(() => {}, 60_000));
Deno.test("leaves a socket", () => void Deno.listen({ port: 0, hostname: "127.0.0.1" }));
Deno.test("leaves nothing", () => Deno.listen({ port: 0, hostname: "127.0.0.1" }).close());
`,
    60_000,
  );
  assert.equal(code, 1);
  assert.match(out, /\| 1 passed \| 2 failed/);
  const leaks = out.matchAll(
    /^(.+) => .+\nerror: Leaks detected:\n {2}- (.+)$/gm,
  );
  assert.deepEqual(
    [...leaks].map(([, name, what]) => [name, what.split(",")[0]]),
    [
      ["leaves a timer", "A timer was started in this test"],
      ["leaves a socket", "A TCP listener was opened during the test"],
    ],
  );
});
