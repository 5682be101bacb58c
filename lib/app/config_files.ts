import { ConfigError, type ConfigIssue } from "../core/errors.ts";
import { openGeoFile } from "../data/geo_database.ts";
import { readLabels } from "../data/labels.ts";
import { readRegionalFile } from "../data/regional/regional_file.ts";
import { isDiskFull, networkErrorText } from "../data/update/outcome.ts";
import { isRemoteStore, writeIn } from "../store/open_store.ts";
import { type Environment, variables } from "./config.ts";
import { readAdFile } from "./services/accounts.ts";

/**
 * The variables that hold paths of files, how a file of each is read, and what its
 * contents must be.
 */
const FILES: readonly (readonly [
  variable: string,
  read: (path: string) => Promise<unknown>,
  contents?: string,
])[] = [
  ["GEO_DATABASES", openGeoFile, "an undamaged MaxMind DB file"],
  ["CN_REGION_DB", readRegionalFile, "an undamaged xdb or ipdb file"],
  ["LABELS", (path) => readLabels(path, (facts) => facts, () => {})],
  ["AD_HTML_FILE", readAdFile],
];

const LISTS: ReadonlySet<string> = new Set(["GEO_DATABASES", "CN_REGION_DB"]);

/**
 * The error to report instead of one at the start: all faults of the configuration,
 * including the files and folders that it names. The same error if there are none.
 * Only called after an error, because it reads the files once more.
 *
 * @param env the variables
 */
export async function withFileIssues(
  error: unknown,
  env: Environment,
  isOnDeploy: boolean,
): Promise<unknown> {
  const issues = error instanceof ConfigError ? [...error.issues] : [];
  const isRemote = isRemoteStore({
    kvUrl: env("KV_URL") || undefined,
    isOnDeploy,
  });
  const folder = env("DATA_DIR") || "./data";
  if (!isRemote) {
    await writeIn(folder).catch((cause) => {
      if (isDiskFull(cause)) return;
      const why = reasonOf(cause, folder);
      const message = `${folder} cannot be written: ${why}`;
      issues.push({ variable: "DATA_DIR", message });
    });
  }
  for (const [variable, read, contents] of FILES) {
    const value = env(variable) ?? "";
    for (const item of LISTS.has(variable) ? value.split(",") : [value]) {
      const path = item.trim();
      if (path === "") continue;
      await read(path).catch((cause) => {
        const why = reasonOf(cause, path, contents);
        const message = `${path} cannot be used: ${why}`;
        issues.push({ variable, message });
      });
    }
  }
  return issues.length > 0 ? new ConfigError(inOrder(issues)) : error;
}

/** In the order of the schema. */
function inOrder(issues: readonly ConfigIssue[]): ConfigIssue[] {
  const names = Object.keys(variables.shape);
  const rank = ({ variable }: ConfigIssue) => names.indexOf(variable);
  return issues.toSorted((a, b) => rank(a) - rank(b));
}

function reasonOf(error: Error, path: string, contents?: string): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  // `permissionFlags` grants nothing that Deno would take for two paths.
  if (cause instanceof Deno.errors.NotCapable && path.includes(",")) {
    return "paths must not contain commas";
  }
  const text = networkErrorText(cause);
  const [, ofSystem] = /^(.+) \(os error \d+\)/.exec(text) ?? [];
  if (ofSystem) return ofSystem[0].toLowerCase() + ofSystem.slice(1);
  const isRead = !(cause instanceof Deno.errors.NotCapable);
  return contents && isRead ? `it is not ${contents} (${text})` : text;
}
