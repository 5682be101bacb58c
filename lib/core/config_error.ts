/** One thing that is wrong with the configuration. */
export interface ConfigFault {
  variable: string;
  message: string;
}

/** Every fault of a configuration at once. Values are never repeated: some are secrets. */
export class ConfigError extends Error {
  override name = "ConfigError";
  constructor(readonly faults: ConfigFault[]) {
    super(faults.map((f) => `${f.variable}: ${f.message}`).join("\n"));
  }
}
