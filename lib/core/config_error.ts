/** One invalid setting. */
export interface ConfigIssue {
  variable: string;
  message: string;
}

/** All issues of a configuration. Messages never contain values: some are secrets. */
export class ConfigError extends Error {
  override name = "ConfigError";
  constructor(readonly issues: ConfigIssue[]) {
    super(
      issues.map((issue) => `${issue.variable}: ${issue.message}`).join("\n"),
    );
  }
}
