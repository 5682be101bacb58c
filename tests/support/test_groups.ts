export interface TestFile {
  /** From the root of the project. */
  path: string;
  text: string;
}

export interface TestGroup {
  name: string;
  paths: string[];
}

/** Characters of tests in a group: ten seconds' work, of which one loads the app. */
const GROUP_SIZE = 350_000;

/** The same of tests in a browser: half of them, since each group starts browsers. */
const BROWSER_GROUP_SIZE = 50_000;

/** The same of tests that start other programs, which take longer still. */
const PROGRAM_GROUP_SIZE = 45_000;

/** What takes ten seconds and more on an idle machine, the longest first. All but the first mostly wait. */
export const LONGEST: readonly string[] = [
  "tests/pages/browser_test.ts",
  "tests/faults_test.ts",
  "tests/data_test.ts",
  "tests/threads_test.ts",
  "tests/build_memory_test.ts",
  "tests/deploy/export_process_test.ts",
  "tests/instances_test.ts",
  "tests/memory_process_test.ts",
  "tests/deploy/update_check_test.ts",
  "tests/launch_test.ts",
  "tests/compile_test.ts",
];

/** asset() takes the version of the app that was built last, so what builds is apart. */
const USES_BUILT_SITE = /\/built_site\.ts"/;

const BUILDS = /\/support\/esbuild\.ts"/;

const STARTS_FIREFOX = /\/support\/firefox\.ts"/;

const STARTS_BROWSER = /\/support\/(?:browser|firefox)\.ts"/;

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
 * Groups of files that run in one isolate, in the order in which they begin. Files
 * with a browser share it; they compute all the time, so they begin first, and
 * beside them what waits long, each alone. What starts programs waits too, and what
 * only computes comes last, so that no core is idle. What builds is alone. Of the
 * others, neighbours are together, since they import the same.
 */
export function groupsOf(files: readonly TestFile[]): TestGroup[] {
  const kinds = Object.groupBy(files, kindOf);
  const browser = [...kinds.firefox ?? [], ...kinds.browser ?? []];
  const long = kinds.long?.toSorted((a, b) => rank(a) - rank(b));
  return [
    ...inGroups(browser, BROWSER_GROUP_SIZE),
    ...inGroups(long, 0),
    ...inGroups(kinds.program, PROGRAM_GROUP_SIZE),
    ...inGroups(kinds.build, 0),
    ...inGroups(kinds.site, Infinity),
    ...inGroups(kinds.other, GROUP_SIZE),
  ];
}

const rank = ({ path }: TestFile) => LONGEST.indexOf(path);

type Kind =
  | "long"
  | "site"
  | "build"
  | "firefox"
  | "browser"
  | "program"
  | "other";

function kindOf({ path, text }: TestFile): Kind {
  if (LONGEST.includes(path)) return "long";
  if (USES_BUILT_SITE.test(text)) return "site";
  if (BUILDS.test(text)) return "build";
  if (STARTS_FIREFOX.test(text)) return "firefox";
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
