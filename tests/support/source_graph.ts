import { dirname, join, relative } from "node:path";

const root = new URL("../..", import.meta.url).pathname;

/** One file of the program: all but tests, examples and what is built. */
export interface SourceFile {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** What it imports, types included: a path from the root for our own files, else the bare name. */
  readonly imports: readonly string[];
}

const FOLDERS = ["lib", "routes", "components", "islands"];
const LOOSE_FILES = ["main.ts", "dev.ts", "define.ts"];

/** Static imports and re-exports, and `import("…")` as an expression or a type. */
const importPattern =
  /(?:^|\n)\s*(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/g;

/** Reads all source files, in the order of their paths. */
export function readSourceFiles(): SourceFile[] {
  return FOLDERS.flatMap((folder) => [...paths(folder)])
    .concat(LOOSE_FILES).sort().map(readSourceFile);
}

/** Reads the tests and what supports them. */
export function readTestFiles(): SourceFile[] {
  return [...paths("tests")].map(readSourceFile);
}

/** Reads the documents: those of the project's folder and of `docs/`. */
export function readDocuments(): Pick<SourceFile, "path" | "text">[] {
  return ["", "docs", "facts"].flatMap((folder) =>
    [...Deno.readDirSync(join(root, folder))].map(({ name }) =>
      join(folder, name)
    )
  ).filter((path) => path.endsWith(".md")).map((path) => ({
    path,
    text: Deno.readTextFileSync(join(root, path)),
  }));
}

function* paths(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(join(root, folder))) {
    const path = join(folder, name);
    if (isDirectory) yield* paths(path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

function readSourceFile(path: string): SourceFile {
  const text = Deno.readTextFileSync(join(root, path));
  const imports = [...text.matchAll(importPattern)].map(([, from, called]) => {
    const name = from ?? called;
    return name.startsWith(".")
      ? relative(root, join(root, dirname(path), name))
      : name;
  });
  return { path, text, lines: text.split("\n").length - 1, imports };
}

const exportPattern =
  /^export (?:async )?(?:abstract )?(?:function\*?|class|const|let) (\w+)/gm;

const namedImportPattern =
  /^(?:import|export)\s(?:type\s)?[^"';]*?\{([^}]*)\}\s*from\s*"(\.[^"]+)"/gm;

/** Imports after which a file can use any name of another one. */
const wholeImportPattern =
  /\bimport\(\s*"(\.[^"]+)"|^import (?:type )?\* as \w+ from "(\.[^"]+)"/gm;

/**
 * The functions, classes and values that a file exports although no other file
 * imports them: `path: name`. Types may be exported for the signatures they
 * stand in.
 *
 * @param readers all files that may import something
 */
export function unusedExports(
  files: readonly SourceFile[],
  readers: readonly SourceFile[],
): string[] {
  const used = new Set<string>();
  for (const { path, text } of readers) {
    const pathOf = (name: string) => join(dirname(path), name);
    for (const [, names, from] of text.matchAll(namedImportPattern)) {
      for (const name of names.split(",")) {
        const [, word] = /^\s*(?:type\s+)?(\w+)/.exec(name) ?? [];
        used.add(`${pathOf(from)}: ${word}`);
      }
    }
    for (const [, called, whole] of text.matchAll(wholeImportPattern)) {
      used.add(pathOf(called ?? whole));
    }
  }
  return files.filter(({ path }) => !used.has(path)).flatMap(({ path, text }) =>
    [...text.matchAll(exportPattern)].map(([, name]) => `${path}: ${name}`)
  ).filter((name) => !used.has(name));
}

const typeExportPattern = /^export (?:interface|type) (\w+)/gm;

/** The types that a file exports although no other file imports them: `path: name`. */
export function unusedTypes(
  files: readonly SourceFile[],
  readers: readonly SourceFile[],
): string[] {
  return files.flatMap(({ path, text }) => {
    const names = [...text.matchAll(typeExportPattern)].map(([, name]) => name);
    if (names.length === 0) return [];
    const importers = readers.filter(({ imports }) => imports.includes(path));
    return names.filter((name) =>
      !importers.some(({ text }) => RegExp(`\\b${name}\\b`).test(text))
    ).map((name) => `${path}: ${name}`);
  });
}

/**
 * The files that import each other in a circle, each circle once: the strongly
 * connected components of more than one file, by Tarjan's algorithm.
 */
export function importCycles(files: readonly SourceFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(path: string): number {
    const index = order.size;
    order.set(path, index);
    let low = index;
    stack.push(path);
    for (const next of byPath.get(path)!.imports) {
      if (!byPath.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next)!);
    }
    lowest.set(path, low);
    if (low === index) {
      const cycle = stack.splice(stack.indexOf(path));
      if (cycle.length > 1) cycles.push(cycle.sort());
    }
    return low;
  }

  for (const { path } of files) if (!order.has(path)) visit(path);
  return cycles;
}
