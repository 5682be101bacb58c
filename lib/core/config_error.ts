/** One thing that is wrong with the configuration. */
export interface ConfigIssue {
  variable: string;
  message: string;
}

/** Every fault of a configuration at once. Values are never repeated: some are secrets. */
export class ConfigError extends Error {
  override name = "ConfigError";
  constructor(readonly faults: ConfigIssue[]) {
    super(faults.map((f) => `${f.variable}: ${f.message}`).join("\n"));
  }
}
