import assert from "node:assert/strict";
import type { Compiled } from "../../../../lib/data/feeds/feed.ts";
import type { PrefixSet } from "../../../../lib/net/prefix_set.ts";
import { tempFolder } from "../../../support/temp_folder.ts";
import { ipOfWords } from "../bits.ts";

type Content = string | Uint8Array;

/** Calls back with a file of that content, and the path of a file to write. */
export async function withDownload<Result>(
  content: Content,
  use: (source: string, target: string) => Promise<Result>,
): Promise<Result> {
  await using folder = await tempFolder();
  const source = `${folder.path}/download`;
  await Deno.writeFile(
    source,
    typeof content === "string" ? new TextEncoder().encode(content) : content,
  );
  return await use(source, `${folder.path}/kept`);
}

/** Parses a file of that content. */
export function parsed<Result>(
  parse: (source: string) => Promise<Result>,
  content: Content,
): Promise<Result> {
  return withDownload(content, parse);
}

/** Compiles a file of that content and returns what is stored. */
export function compiled(
  compile: (source: string, target: string) => Promise<Compiled>,
  content: Content,
) {
  return withDownload(content, async (source, target) => ({
    ...await compile(source, target),
    stored: await Deno.readFile(target),
  }));
}

/** What servers send instead of a list, and hostile content. */
export const hostile: readonly (readonly [
  why: string,
  content: Content,
  message: RegExp,
])[] = [
  ["empty text", "", /^Error: it is empty$/],
  ["blank lines", " \r\n\n\t\n", /^Error: it is empty$/],
  [
    "an error page",
    "\ufeff\n<!DOCTYPE html><title>503</title>",
    /^Error: it is a web page or XML, not data$/,
  ],
  ["a binary", "a\0b", /^Error: it is not text: it contains NUL bytes$/],
  ["prose", "Too many requests, come back later.\n", /^Error: /],
  ["10 MB without a line end", "1".repeat(10_000_000), /^Error: /],
];

type Use = (source: string, target: string) => Promise<unknown>;

/** How a parser or compiler rejects a file, as the text that {@link hostile} describes. */
export async function failureOf(use: Use, content: Content): Promise<string> {
  try {
    await withDownload(content, use);
  } catch (error) {
    // The CSV parser's errors have their own name.
    if (error instanceof Error) return `Error: ${error.message}`;
  }
  return "no failure";
}

/** Asserts how a parser or compiler rejects a file: with this message, or as the pattern says. */
export async function assertFails(
  use: Use,
  content: Content,
  message: string | RegExp,
  what = String(content).slice(0, 80),
) {
  const failure = await failureOf(use, content);
  if (typeof message !== "string") assert.match(failure, message, what);
  else assert.equal(failure, `Error: ${message}`, what);
}

/** Tests that parsers or compilers reject {@link hostile} files. */
export function testHostile(name: string, ...uses: Use[]) {
  for (const [why, content, message] of hostile) {
    Deno.test(`${name} - rejects ${why}`, async () => {
      for (const use of uses) await assertFails(use, content, message, why);
    });
  }
}

/** The ranges of a set as text: an address, or the first and the last one. */
export function blocksOf(prefixes: PrefixSet): string[] {
  return ([4, 6] as const).flatMap((family) => {
    const { starts, ends, count, width } = prefixes.ranges(family);
    const textAt = (words: Uint32Array, row: number) =>
      ipOfWords(...words.subarray(row * width, (row + 1) * width)).text;
    return Array.from({ length: count }, (_, row) => {
      const [first, last] = [starts, ends].map((words) => textAt(words, row));
      return first === last ? first : `${first}-${last}`;
    });
  });
}
