import type { LineLimit } from "./line_limit.ts";
import type { Log, LogFields } from "./log.ts";

/**
 * A log that takes each message once in a while, then with `more`: how many of
 * it were held back. For what goes wrong again and again while strangers use up
 * what the system has to give.
 */
export function sparingLog(log: Log, lines: LineLimit): Log {
  const at =
    (level: keyof Log) => (message: string, fields: LogFields = {}) => {
      const heldBack = lines.take(`${level} ${message}`);
      if (heldBack === null) return;
      log[level](message, { ...fields, more: heldBack || undefined });
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}
