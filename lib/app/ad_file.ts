import { ConfigError } from "../core/config_error.ts";

/** An ad is a page, not a film. */
const MAX_AD_BYTES = 1_000_000;

/**
 * The HTML in the file that `AD_HTML_FILE` names; null where it names none.
 *
 * @throws {ConfigError}
 */
export async function readAdFile(
  path: string | undefined,
): Promise<string | null> {
  if (path === undefined) return null;
  try {
    const { size } = await Deno.stat(path);
    if (size > MAX_AD_BYTES) {
      throw fault(`is larger than ${MAX_AD_BYTES} bytes`);
    }
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw fault(
      error instanceof Deno.errors.NotFound
        ? "there is no such file"
        : "cannot be read: it must be a file that lies where the service may read, such as DATA_DIR",
    );
  }
}

function fault(message: string): ConfigError {
  return new ConfigError([{ variable: "AD_HTML_FILE", message }]);
}
