export interface TestFile {
  /** From the root of the project. */
  path: string;
  text: string;
}

export interface TestGroup {
  name: string;
  paths: string[];
}

/** Characters of tests in a group: some seconds' work, so that the last groups end together. */
const GROUP_SIZE = 130_000;

const STARTS_BROWSER = /\/support\/browser\.ts"/;

/** What starts a server or another program. */
const STARTS_PROGRAMS =
  /\bDeno\.Command\b|\/(?:app_process|behind_proxy|esbuild|hostile|network_namespace|nsd|program_test_of|tls_pair|unbound)\.ts"/;

/** The files of tests among files and in folders, by path. */
export async function testFiles(
  root: string,
  paths: readonly string[],
): Promise<TestFile[]> {
  const found = new Set<string>();
  for (const path of paths) {
    await collect(root, path.replace(/^\.\/|\/$/g, ""), found);
  }
  return await Promise.all(
    [...found].sort().map(async (path) => ({
      path,
      text: await Deno.readTextFile(`${root}${path}`),
    })),
  );
}

async function collect(root: string, path: string, found: Set<string>) {
  if ((await Deno.stat(`${root}${path}`)).isFile) {
    found.add(path);
    return;
  }
  for await (const { name, isDirectory } of Deno.readDir(`${root}${path}`)) {
    if (isDirectory || /_test\.tsx?$/.test(name)) {
      await collect(root, `${path}/${name}`, found);
    }
  }
}

/**
 * Groups of files that run in one isolate. A file that starts programs takes
 * long and mostly waits, so it begins early, and alone; one with a browser takes
 * longest. Of the others, neighbours are together, since they import the same.
 */
export function groupsOf(files: readonly TestFile[]): TestGroup[] {
  const browsing = files.filter(({ text }) => STARTS_BROWSER.test(text));
  const starting = files.filter(({ text }) => STARTS_PROGRAMS.test(text));
  // Not all browsers at once.
  const mixed = starting.flatMap((
    file,
    i,
  ) => [file, ...browsing.slice(i, i + 1)]);
  const alone = [...new Set([...mixed, ...browsing])];
  const groups = alone.map((file) => ({
    name: nameOf(file),
    paths: [file.path],
  }));
  let size = Infinity;
  for (const file of files.filter((file) => !alone.includes(file))) {
    size += file.text.length;
    if (size > GROUP_SIZE) {
      groups.push({ name: `from_${nameOf(file)}`, paths: [] });
      size = file.text.length;
    }
    groups.at(-1)!.paths.push(file.path);
  }
  return groups;
}

function nameOf({ path }: TestFile): string {
  return path.replaceAll(/^tests\/|_test\.tsx?$/g, "").replaceAll(/\W+/g, "_");
}

/** A module that registers the tests of files. A file that cannot be loaded is a failed test. */
export function groupText(root: string, paths: readonly string[]): string {
  const imports = paths.map((path) => {
    const url = new URL(path, `file://${root}`).href;
    return `await import(${JSON.stringify(url)}).catch((error) => {
  Deno.test(${JSON.stringify(`${path} loads`)}, () => { throw error; });
});
`;
  });
  return imports.join("");
}
