import { fileURLToPath } from "node:url";
import { EXAMPLES_FILE } from "../../docs/document_cache.ts";
import { generateExamples } from "../../docs/examples.ts";
import { readConfig } from "../config.ts";
import { createIpInfoServices } from "../services/ipinfo.ts";

/**
 * Writes the examples of the API's documentation. They depend on the bundled
 * tables alone, not on data that this machine has downloaded.
 *
 * @param dataRoot folder of the bundled tables, with a trailing slash
 */
export async function writeExamples(dataRoot: URL): Promise<void> {
  const config = {
    ...readConfig(() => undefined),
    DATA_DIR: fileURLToPath(dataRoot),
  };
  const { profiles, loaded } = await createIpInfoServices({ config, dataRoot });
  await loaded();
  const examples = await generateExamples(profiles, Date.now());
  const file = new URL(EXAMPLES_FILE, dataRoot);
  await Deno.writeTextFile(file, JSON.stringify(examples));
}
