/** A copy of the project in which `fresh` is the published framework instead of `lib/fresh`. */

const root = new URL("../..", import.meta.url).pathname;

/** Where Fresh comes from: JSR, or checkouts on this machine. */
export interface FreshSource {
  /** A checkout of denoland/fresh; JSR if undefined. */
  readonly freshDir?: string;
  /** A checkout of denoland/std, needed with `freshDir`. */
  readonly stdDir?: string;
}

const VERSION = "^2.3";

/** Where the checkouts are copied to: beside their own `deno.json`, that one's import map would count. */
const FRESH_COPY = "upstream";

/** The packages of a checkout of denoland/std. */
function stdPackages(stdDir: string): string[] {
  return [...Deno.readDirSync(stdDir)]
    .filter(({ name }) => exists(`${stdDir}/${name}/deno.json`))
    .map(({ name }) => name);
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** The import map's entries that take the place of `lib/fresh`. */
export function freshImports(
  { freshDir, stdDir }: FreshSource,
): Record<string, string> {
  if (freshDir === undefined) {
    const name = `jsr:@fresh/core@${VERSION}`;
    return {
      "fresh": name,
      "fresh/runtime": `${name}/runtime`,
      "fresh/dev": `${name}/dev`,
    };
  }
  if (stdDir === undefined) throw new Error("FRESH_DIR needs STD_DIR as well");
  const source = `./${FRESH_COPY}/fresh/src`;
  const imports: Record<string, string> = {
    "fresh": `${source}/mod.ts`,
    "fresh/runtime": `${source}/runtime/shared.ts`,
    "fresh/runtime-client": `${source}/runtime/client/mod.ts`,
    "fresh/dev": `${source}/dev/mod.ts`,
    "fresh/internal": `${source}/internals.ts`,
    "fresh/internal-dev": `${source}/internals_dev.ts`,
    "@fresh/core": `${source}/mod.ts`,
    "@fresh/build-id": `./${FRESH_COPY}/build-id/mod.ts`,
    "@deno/esbuild-plugin": `./${FRESH_COPY}/esbuild_plugin.ts`,
    "@opentelemetry/api": "npm:@opentelemetry/api@^1.9.0",
    "esbuild-wasm": "npm:esbuild-wasm@^0.25.11",
  };
  for (const folder of stdPackages(stdDir)) {
    const name = `@std/${folder.replaceAll("_", "-")}`;
    imports[name] = `./${FRESH_COPY}/std/${folder}/mod.ts`;
    const { exports } = JSON.parse(
      Deno.readTextFileSync(`${stdDir}/${folder}/deno.json`),
    );
    if (typeof exports === "string") continue;
    for (const [key, path] of Object.entries<string>(exports)) {
      imports[key.replace(/^\./, name)] = `./${FRESH_COPY}/std/${folder}/${
        path.slice(2)
      }`;
    }
  }
  return imports;
}

/** Copies what git tracks, without `lib/fresh` and the tests. */
export async function copyProject(
  target: string,
  source: FreshSource,
): Promise<void> {
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", "-z"],
    cwd: root,
  }).output();
  const files = new TextDecoder().decode(stdout).split("\0").filter((path) =>
    path && !/^(?:tests|lib\/fresh)\//.test(path)
  );
  for (const path of files) {
    await Deno.mkdir(`${target}/${path}`.replace(/[^/]*$/, ""), {
      recursive: true,
    });
    await Deno.copyFile(`${root}${path}`, `${target}/${path}`);
  }
  await copyCheckouts(`${target}/${FRESH_COPY}`, source);
  const manifest = JSON.parse(await Deno.readTextFile(`${target}/deno.json`));
  Object.assign(manifest.imports, freshImports(source));
  await Deno.writeTextFile(
    `${target}/deno.json`,
    JSON.stringify(manifest, null, 2),
  );
}

async function copyCheckouts(
  target: string,
  { freshDir, stdDir }: FreshSource,
): Promise<void> {
  if (freshDir === undefined) return;
  await copySources(`${freshDir}/packages/fresh/src`, `${target}/fresh/src`);
  await copyVersion(`${freshDir}/packages/fresh`, `${target}/fresh`);
  await copySources(`${freshDir}/packages/build-id`, `${target}/build-id`);
  for (const folder of stdPackages(stdDir!)) {
    await copySources(`${stdDir}/${folder}`, `${target}/std/${folder}`);
    await copyVersion(`${stdDir}/${folder}`, `${target}/std/${folder}`);
  }
  await Deno.copyFile(
    new URL("./esbuild_plugin.ts", import.meta.url),
    `${target}/esbuild_plugin.ts`,
  );
}

/** Copies modules, without tests and configuration. */
async function copySources(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copySources(`${from}/${name}`, `${to}/${name}`);
    else if (
      /\.(?:m?[jt]sx?|json)$/.test(name) && name !== "deno.json" &&
      !/_test\.tsx?$/.test(name)
    ) {
      await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
    }
  }
}

/** Modules read their version here; the import map beside it must not count. */
async function copyVersion(from: string, to: string): Promise<void> {
  const { version } = JSON.parse(await Deno.readTextFile(`${from}/deno.json`));
  await Deno.writeTextFile(`${to}/deno.json`, JSON.stringify({ version }));
}
