/** Tests that take a program of the system. */
import assert from "node:assert/strict";
import { isFile, startedQuietly } from "../support/programs.ts";
import { tempFolder } from "../support/temp_folder.ts";

const folders = [
  ...(Deno.env.get("PATH") ?? "").split(":"),
  // Not on every user's PATH.
  "/usr/sbin",
];

export function findProgram(program: string): string | undefined {
  return folders.map((folder) => `${folder}/${program}`).find(isFile);
}

type ProgramTest = (path: string, t: Deno.TestContext) => Promise<void>;

/**
 * A test that gets the path of a program. If the program is missing, the test is
 * skipped; in CI, it fails, unless a distribution may lack the program.
 */
export function programTest(
  name: string,
  program: string,
  test: ProgramTest,
  { isOptional = false } = {},
): void {
  const path = findProgram(program);
  const isMissing = path === undefined;
  Deno.test({
    name: isMissing ? `${name} (skipped: there is no ${program})` : name,
    ignore: isMissing && (isOptional || Deno.env.get("CI") === undefined),
    async fn(t) {
      if (isMissing) throw new Error(`there is no ${program}`);
      await test(path, t);
    },
  });
}

/** The same for several programs, as in `test.nginx("…", async (nginx) => {…})`. */
export function programTests<P extends string>(...programs: P[]) {
  const testWith = (program: P) => (name: string, test: ProgramTest) =>
    programTest(name, program, test);
  const tests = programs.map((program) => [program, testWith(program)]);
  return Object.fromEntries(tests) as Record<P, ReturnType<typeof testWith>>;
}

/** Runs a program to its end; all it printed in one text. */
export async function outcomeOf(
  path: string,
  args: string[],
  env: Record<string, string> = {},
) {
  const command = new Deno.Command(path, { args, env });
  const { code, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** Lets Caddy keep what it has in a folder. */
const caddyEnv = (home: string) => ({
  HOME: home,
  XDG_DATA_HOME: home,
  XDG_CONFIG_HOME: home,
});

/** Starts Caddy with the Caddyfile of a folder, in which it keeps what it has. */
export const startCaddy = (caddy: string, home: string) =>
  startedQuietly(caddy, [
    ...["run", "--config", `${home}/Caddyfile`, "--adapter", "caddyfile"],
  ], caddyEnv(home));

/** The text of a file in deploy/. */
export function deployFile(name: string): Promise<string> {
  return Deno.readTextFile(new URL(`../../deploy/${name}`, import.meta.url));
}

/** The lines of a folder's nginx.conf that keep what nginx writes in that folder. */
export function nginxFolders(folder: string): string {
  return ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
}

/** Makes several replacements, as {@link replaced} does. */
export function replacedAll(
  text: string,
  pairs: (readonly string[])[],
): string {
  return pairs.reduce((text, [from, to]) => replaced(text, from, to), text);
}

/** Replaces every occurrence. @throws {Error} if there is none: the example has changed */
export function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the example lacks ${from}`);
  return text.replaceAll(from, to);
}

/** A test that Caddy accepts a file in deploy/ as it is. */
export function caddyfileTest(name: string): void {
  const { pathname } = new URL(`../../deploy/${name}`, import.meta.url);
  const title = `${name} - Caddy accepts it, and finds it formatted`;
  programTest(title, "caddy", async (caddy) => {
    await using home = await tempFolder("caddy-");
    const { code, output } = await outcomeOf(caddy, [
      ...["validate", "--config", pathname, "--adapter", "caddyfile"],
    ], caddyEnv(home.path));
    assert.equal(code, 0, output);
    assert.equal(output.includes("not formatted"), false, output);
  });
}
