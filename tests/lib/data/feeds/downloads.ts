import type { Compiled } from "../../../../lib/data/feeds/feed.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../../../lib/net/ip_address.ts";
import type { Ipv6Words } from "../../../../lib/net/ip_text.ts";
import type { PrefixSet } from "../../../../lib/net/prefix_set.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

type Content = string | Uint8Array;

/** Calls back with a file of that content, and the path of a file to write. */
export async function withDownload<Result>(
  content: Content,
  use: (source: string, target: string) => Promise<Result>,
): Promise<Result> {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  const source = `${folder}/download`;
  await Deno.writeFile(
    source,
    typeof content === "string" ? new TextEncoder().encode(content) : content,
  );
  return await use(source, `${folder}/kept`);
}

/** Parses a file of that content. */
export function parsed<Result>(
  parse: (source: string) => Promise<Result>,
  content: Content,
): Promise<Result> {
  return withDownload(content, parse);
}

/** Compiles a file of that content and returns the stored text. */
export function compiled(
  compile: (source: string, target: string) => Promise<Compiled>,
  content: Content,
): Promise<Compiled & { stored: Uint8Array; text: string }> {
  return withDownload(content, async (source, target) => {
    const result = await compile(source, target);
    const stored = await Deno.readFile(target);
    return { ...result, stored, text: new TextDecoder().decode(stored) };
  });
}

/** What servers send instead of a list, and hostile content. */
export const hostile: readonly [
  why: string,
  content: Content,
  message: RegExp,
][] = [
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

/** A rejection as the text that {@link hostile} describes. */
export async function failureOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    // The CSV parser's errors have their own name.
    if (error instanceof Error) return `Error: ${error.message}`;
  }
  return "no failure";
}

/** The ranges of a set as text: an address, or the first and the last one. */
export function blocksOf(prefixes: PrefixSet): string[] {
  return ([4, 6] as const).flatMap((family) => {
    const { starts, ends, count, width } = prefixes.ranges(family);
    const at = (words: Uint32Array, row: number): IpAddress =>
      family === 4 ? ipv4FromValue(words[row]) : ipv6FromWords(
        [...words.subarray(
          row * width,
          (row + 1) * width,
        )] as unknown as Ipv6Words,
      );
    return Array.from({ length: count }, (_, row) => {
      const [first, last] = [starts, ends].map((words) => at(words, row).text);
      return first === last ? first : `${first}-${last}`;
    });
  });
}
