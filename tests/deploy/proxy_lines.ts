import { parseEnv } from "node:util";
import { deployFile } from "./program_test_of.ts";

/** The lines of .env that go with the proxies' examples, but for some by their starts. */
export async function proxyLines(
  without: string[] = [],
): Promise<Record<string, string>> {
  const lines = Object.entries(parseEnv(await deployFile("proxy.env")))
    .filter(([name]) => !without.some((start) => name.startsWith(start)));
  return Object.fromEntries(lines.map(([name, value]) => [name, value ?? ""]));
}
