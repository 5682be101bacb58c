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

/** The same of tests in a browser, which take longer. */
const BROWSER_GROUP_SIZE = 24_000;

/** The longest, of every page in every language. */
const LONGEST = "tests/pages/browser_test.ts";

/** asset() takes the version of the app that was built last, so what builds is apart. */
const USES_BUILT_SITE = /\/built_site\.ts"/;

const BUILDS = /\/support\/esbuild\.ts"/;

const STARTS_BROWSER = /\/support\/browser\.ts"/;

/** What starts a server or another program. */
const STARTS_PROGRAMS =
  /\bDeno\.Command\b|\/(?:app_process|behind_proxy|hostile|network_namespace|nsd|program_test_of|tls_pair|unbound)\.ts"/;

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
 * long and mostly waits, so it begins early, and alone, the largest first. Files
 * with a browser take longest; those of a group share it. Of the others, neighbours are together,
 * since they import the same.
 */
export function groupsOf(files: readonly TestFile[]): TestGroup[] {
  const kinds = Object.groupBy(files, kindOf);
  const browsing = [
    ...inGroups(kinds.longest, 0),
    ...inGroups(kinds.site, Infinity),
    ...inGroups(kinds.browser, BROWSER_GROUP_SIZE),
  ];
  const byLength = kinds.program?.toSorted((a, b) =>
    b.text.length - a.text.length
  );
  const starting = inGroups(byLength, 0);
  // Not all browsers at once.
  const mixed = Array.from(
    { length: Math.max(browsing.length, starting.length) },
    (_, i) => [...browsing.slice(i, i + 1), ...starting.slice(i, i + 1)],
  );
  return [...mixed.flat(), ...inGroups(kinds.other, GROUP_SIZE)];
}

type Kind = "longest" | "site" | "browser" | "program" | "other";

function kindOf({ path, text }: TestFile): Kind {
  if (path === LONGEST) return "longest";
  if (USES_BUILT_SITE.test(text)) return "site";
  if (BUILDS.test(text)) return "program";
  if (STARTS_BROWSER.test(text)) return "browser";
  return STARTS_PROGRAMS.test(text) ? "program" : "other";
}

/** Neighbours together, up to a number of characters. */
function inGroups(
  files: readonly TestFile[] | undefined,
  most: number,
): TestGroup[] {
  const groups: TestGroup[] = [];
  let size = 0;
  for (const file of files ?? []) {
    size += file.text.length;
    if (groups.length === 0 || size > most) {
      groups.push({ name: nameOf(file), paths: [] });
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
