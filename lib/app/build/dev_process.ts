/**
 * One run of the dev server. It loads packages, which hardly change, and waits for
 * a line on standard input before it loads the sources, which have just changed.
 */
import "@photostructure/tz-lookup";
import "cli-progress";
import "countries-list";
import "csv-parse";
import "csv-parse/sync";
import "devalue";
import "esbuild";
import "iso-3166";
import "lru-cache";
import "modern-tar";
import "negotiator";
import "node:crypto";
import "node:http";
import "node:https";
import "node:net";
import "node:sqlite";
import "node:stream/promises";
import "node:zlib";
import "rou3/compiler";
import "zod";

const turn = Promise.withResolvers<void>();
/** Ends with the process that started this one. */
async function watchInput(): Promise<never> {
  for await (const _line of Deno.stdin.readable) turn.resolve();
  Deno.exit();
}
watchInput();
await turn.promise;
// Before it runs the first line, Deno would load the target of a plain import().
await import(new URL("../../../dev.ts", import.meta.url).href);
