import { parseEnv } from "node:util";
import { deployFile } from "./program_test_of.ts";

/** The lines of .env that go with the proxies' examples. */
export async function proxyLines(): Promise<Record<string, string>> {
  const lines = parseEnv(await deployFile("proxy.env"));
  return Object.fromEntries(
    Object.entries(lines).map(([name, value]) => [name, value ?? ""]),
  );
}
