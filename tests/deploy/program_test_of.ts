/** Tests that take a program of the system. */
import assert from "node:assert/strict";
import { startedQuietly } from "../support/programs.ts";

const folders = [
  ...(Deno.env.get("PATH") ?? "").split(":"),
  // Not on every user's PATH.
  "/usr/sbin",
];

export function findProgram(program: string): string | undefined {
  return folders.map((folder) => `${folder}/${program}`).find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/**
 * A test that gets the path of a program. If the program is missing, the test is
 * skipped; in CI, it fails, unless a distribution may lack the program.
 */
export function programTest(
  name: string,
  program: string,
  test: (path: string, t: Deno.TestContext) => Promise<void>,
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

/** Runs a program to its end; all it printed in one text. */
export async function outcomeOf(
  path: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const command = new Deno.Command(path, { args, env });
  const { code, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** Lets Caddy keep what it has in a folder. */
export const caddyEnv = (home: string) => ({
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
export async function deployFile(name: string): Promise<string> {
  return await Deno.readTextFile(
    new URL(`../../deploy/${name}`, import.meta.url),
  );
}

/** Replaces every occurrence. @throws {Error} if there is none: the example has changed */
export function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the example lacks ${from}`);
  return text.replaceAll(from, to);
}

/** A test that Caddy accepts a file in deploy/ as it is. */
export function caddyfileTest(name: string): void {
  const { pathname } = new URL(`../../deploy/${name}`, import.meta.url);
  programTest(
    `${name} - Caddy accepts it, and finds it formatted`,
    "caddy",
    async (caddy) => {
      const home = await Deno.makeTempDir({ prefix: "caddy-" });
      const { code, output } = await outcomeOf(caddy, [
        ...["validate", "--config", pathname, "--adapter", "caddyfile"],
      ], caddyEnv(home));
      assert.equal(code, 0, output);
      assert.equal(output.includes("not formatted"), false, output);
      await Deno.remove(home, { recursive: true });
    },
  );
}
