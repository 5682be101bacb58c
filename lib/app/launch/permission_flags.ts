/** Files and folders of a permission. */
interface Paths {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** Where data is kept unless DATA_DIR names another folder. */
const DATA_DIR = "./data";

/**
 * Returns Deno's options that grant access to the files in the configuration and
 * the arguments. They replace the same options in `deno.json`. Empty if the options
 * in `deno.json` are enough.
 *
 * @param usual the permissions in `deno.json`
 * @param env the environment, and `.env`
 * @param args the command line
 * @throws {Error} for the operator if a path in the arguments has a comma; one in a
 * variable is reported by the service, which gets no access to it
 */
export function permissionFlags(
  usual: Paths,
  env: (name: string) => string | undefined,
  args: readonly string[],
): string[] {
  const pathIn = (variable: string) => {
    const path = env(variable) ?? "";
    return path.includes(",") ? "" : path;
  };
  const folder = pathIn("DATA_DIR") || DATA_DIR;
  const written = [
    folder,
    ...filesOf("backup", args).flatMap((file) => [file, `${file}.part`]),
    ...stateFiles(args),
  ];
  const lists = ["GEO_DATABASES", "CN_REGION_DB"].flatMap((name) =>
    (env(name) ?? "").split(",").map((path) => path.trim())
  );
  const single = ["LABELS", "AD_HTML_FILE"].map(pathIn);
  const files = [...lists, ...single, ...filesOf("restore", args)];
  const others = [...written, ...files]
    .filter((path) => path !== "" && path !== DATA_DIR);
  if (others.length === 0) return [];
  const read = [...new Set([...usual.read, ...others])];
  const write = usual.write.filter((path) => path !== DATA_DIR)
    .concat(written);
  return [`--allow-read=${listed(read)}`, `--allow-write=${listed(write)}`];
}

/** Files that `watch --state FILE` writes. */
function stateFiles(args: readonly string[]): string[] {
  const words = beforePrograms(args);
  if (words[0] !== "watch") return [];
  return words.flatMap((word, i) => {
    const file = word === "--state"
      ? words[i + 1] ?? ""
      : word.startsWith("--state=")
      ? word.slice("--state=".length)
      : "";
    return file === "" ? [] : [file, `${file}.tmp`];
  });
}

/** The arguments before `--`. Those after it belong to another program. */
function beforePrograms(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end < 0 ? args : args.slice(0, end);
}

/** Files that `backup FILE` or `restore FILE` names. */
function filesOf(command: string, args: readonly string[]): string[] {
  const [name, ...rest] = args.filter((word) => !word.startsWith("-"));
  return name === command ? rest : [];
}

/** Joins paths by commas, as Deno expects. A comma within a path cannot be escaped. */
function listed(paths: readonly string[]): string {
  for (const path of paths) {
    if (path.includes(",")) {
      throw new Error(`${path}: paths must not contain commas`);
    }
  }
  return paths.join(",");
}
