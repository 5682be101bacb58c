/**
 * Prints signs of how easy the program is to find one's way in. They are signs,
 * not aims: a file that is glued together to reach a number is worse than the
 * number.
 */
import { Session } from "node:inspector/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { egressTexts } from "../lib/egress/view/texts.ts";
import {
  importCycles,
  readSourceFiles,
  readTestFiles,
  unusedExports,
  unusedTypes,
} from "./support/source_graph.ts";
import { testApp } from "./support/app.ts";

/** A file of so few lines is worth a look: has it an idea of its own? */
const SMALL_LINES = 25;

const root = new URL("..", import.meta.url).pathname;
const files = readSourceFiles();

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function largestFolder(): string {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [folder, count] = [...counts].sort(([, a], [, b]) => b - a)[0];
  return `${count} (${folder})`;
}

/** The source files that name something, such as a text or a field. */
function namedIn(name: string): number {
  return files.filter(({ text }) => text.includes(name)).length;
}

/** The most source files that any one text of a catalogue stands in. */
function mostHolding(texts: unknown): number {
  if (typeof texts === "string") {
    // Shorter ones are words that code uses as well.
    return texts.length < 25 ? 0 : namedIn(texts);
  }
  if (typeof texts !== "object" || texts === null) return 0;
  return Math.max(0, ...Object.values(texts).map(mostHolding));
}

/**
 * The source files with a function that is called between each of the requests and the
 * end of its response, by V8's own count of calls. What modules do once, when they are
 * loaded, is over by then, and a timer that fires meanwhile does so in one of them.
 */
async function filesOfRequests(paths: readonly string[]): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true });
  const name = ["dns.google"];
  await using app = await testApp({
    zone: { "8.8.8.8": name, "9.9.9.9": name },
  });
  // Modules are loaded by the first request; only what runs counts.
  await (await app.get("/api/v1/ip/1.1.1.1")).body?.cancel();
  await session.post("Profiler.takePreciseCoverage");
  let common = new Set(files.map(({ path }) => path));
  for (const path of paths) {
    const response = await app.get(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    await response.body?.cancel();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const called = result.filter(({ url, functions }) =>
      url.startsWith("file:") &&
      functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))
    );
    common = common.intersection(
      new Set(called.map(({ url }) => fileURLToPath(url).slice(root.length))),
    );
  }
  session.disconnect();
  return [...common].sort();
}

const importPattern = /^import\s(?!type\b)[^"';]*?from\s*"(\.[^"]+)"/gm;

/**
 * Those of the files that a reader of a request has to open: they import a value
 * from another of them, and so hand the request on. The others, such as a parser
 * of addresses, only return something.
 */
function handingOn(paths: readonly string[]): string[] {
  return files.filter(({ path, text }) =>
    paths.includes(path) &&
    [...text.matchAll(importPattern)]
      .some(([, name]) => paths.includes(join(dirname(path), name)))
  ).map(({ path }) => path);
}

/** Whether a file of `lib/` is short, and only one of its folder imports it. */
function isShard({ path, lines }: typeof files[number]): boolean {
  if (!path.startsWith("lib/") || lines >= 120) return false;
  const importers = files.filter(({ imports }) => imports.includes(path));
  return importers.length === 1 &&
    dirname(importers[0].path) === dirname(path);
}

const own = files.filter(({ path }) => !/^(?:routes|lib\/fresh)\//.test(path));
const onlyForTests = unusedExports(own, files);
const typesForNobody = unusedTypes(own, [...files, ...readTestFiles()]);

const followed = await filesOfRequests(
  ["8.8.8.8", "9.9.9.9"].map((ip) => `/api/v1/ip/${ip}`),
);
const rows: [sign: string, value: string | number][] = [
  ["source files", files.length],
  ["median lines", median(files.map(({ lines }) => lines))],
  [
    `files of ${SMALL_LINES} lines or fewer`,
    files.filter(({ lines }) => lines <= SMALL_LINES).length,
  ],
  ["files over 250 lines", files.filter(({ lines }) => lines > 250).length],
  [
    "files under 120 lines that only a neighbor imports",
    files.filter(isShard).length,
  ],
  ["exports that only tests import", onlyForTests.length],
  ["exported types that nobody imports", typesForNobody.length],
  ["import cycles, types included", importCycles(files).length],
  [
    "files loose in lib/",
    files.filter(({ path }) => /^lib\/[^/]+$/.test(path)).length,
  ],
  ["most files in one folder", largestFolder()],
  ["files that run for GET /api/v1/ip/8.8.8.8", followed.length],
  ["of these, files that call another of them", handingOn(followed).length],
  ["files that hold one text (of the leak test)", mostHolding(egressTexts.en)],
  ["files that name one field of V2 (assigned_org)", namedIn("assigned_org")],
];
for (const [sign, value] of rows) console.log(`${sign.padEnd(52)} ${value}`);
if (Deno.args.includes("--list")) console.log(followed.join("\n"));
if (Deno.args.includes("--unused")) {
  console.log([...typesForNobody, ...onlyForTests].join("\n"));
}
