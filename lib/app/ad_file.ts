import { ConfigError } from "../core/errors.ts";

/** Generous for an HTML page without media. */
const MAX_AD_BYTES = 1_000_000;

/**
 * The HTML in the file of `AD_HTML_FILE`; null if that is unset.
 *
 * @throws {ConfigError} if the file cannot be used
 */
export async function readAdFile(
  path: string | undefined,
): Promise<string | null> {
  if (path === undefined) return null;
  try {
    const { size } = await Deno.stat(path);
    if (size > MAX_AD_BYTES) {
      throw configError(`is larger than ${MAX_AD_BYTES} bytes`);
    }
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw configError(
      error instanceof Deno.errors.NotFound
        ? `there is no file ${path}`
        : "cannot be read: it must be a file that lies where the service may read, such as DATA_DIR",
    );
  }
}

function configError(message: string): ConfigError {
  return new ConfigError([{ variable: "AD_HTML_FILE", message }]);
}
