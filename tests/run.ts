/**
 * Runs the tests:
 *
 *     deno task test                       all
 *     deno task test tests/lib/net         those of a folder or a file
 *     deno task test --filter=parseCidr    with options of `deno test`
 *
 * `deno test` loads everything anew for each file, and for some hundred files
 * that takes longer than most of their tests. So files run in groups that share
 * what they import.
 */
import { groupsOf, groupText, testFiles } from "./support/test_groups.ts";

/** More than there are cores, since many tests wait rather than compute. */
const GROUPS_AT_ONCE = 6;

/** Optimizing what runs less often takes more processor time than it saves, a tenth of all. */
const V8_FLAGS = "--v8-flags=--invocation-count-for-turbofan=15000";

const root = new URL("..", import.meta.url).pathname;
const options = Deno.args.filter((text) => text.startsWith("-"));
const paths = Deno.args.filter((text) => !text.startsWith("-"));

const files = await testFiles(root, paths.length > 0 ? paths : ["tests"]);
const folder = await Deno.makeTempDir({ prefix: "tests-" });
try {
  const modules: string[] = [];
  for (const { name, paths } of groupsOf(files)) {
    const module = `${folder}/${name}_test.js`;
    await Deno.writeTextFile(module, groupText(root, paths));
    modules.push(module);
  }
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "-q", "--no-check", "--parallel"]
      .concat("--config", `${root}deno.json`, V8_FLAGS)
      .concat("--preload", `${root}tests/preload.ts`, options, modules),
    env: { DENO_JOBS: String(GROUPS_AT_ONCE) },
  }).spawn().status;
  Deno.exitCode = code;
} finally {
  await Deno.remove(folder, { recursive: true });
}
