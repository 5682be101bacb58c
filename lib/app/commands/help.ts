import { AppError, ConfigError } from "../../core/errors.ts";
import { errorText } from "../../i18n/errors.ts";
import { describeError } from "../../core/log.ts";
import {
  type Command,
  type Commands,
  type OptionName,
  OPTIONS,
} from "./command.ts";
import { UsageError } from "./output.ts";

/**
 * The message on standard error for a command that ended in `error`, and its
 * exit status.
 *
 * @param command whose help the message recommends; empty for the general help
 */
export function failureOf(
  error: unknown,
  command: string,
): { code: 1 | 2; text: string } {
  if (error instanceof ConfigError) {
    const issues = error.issues.map(({ variable, message }) =>
      `  ${variable}: ${message}\n`
    );
    return {
      code: 2,
      text: `porthole: invalid configuration\n${issues.join("")}`,
    };
  }
  if (isUsageError(error)) {
    return {
      code: 2,
      text: `porthole: ${error.message}\nTry ${
        ["porthole", command, "--help"].filter(Boolean).join(" ")
      }.\n`,
    };
  }
  return { code: 1, text: `porthole: ${reasonOf(error)}\n` };
}

function isUsageError(error: unknown): error is Error {
  return error instanceof UsageError ||
    error instanceof TypeError && "code" in error &&
      String(error.code).startsWith("ERR_PARSE_ARGS");
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return errorText("en", error.params);
  if (error instanceof Deno.errors.PermissionDenied) {
    return `permission denied: ${error.message}.`;
  }
  // A plain Error has a message for the operator. Any other is a bug, and needs
  // its stack.
  return error instanceof Error && error.constructor === Error
    ? error.message
    : describeError(error);
}

/** Width of the first column. */
const COLUMN = 26;

const EXIT_STATUS =
  "Exit status: 0 success, 1 failure, 2 invalid usage or configuration.\n";

/** The output of `--help`, for all commands or a group such as `user`. */
export function generalHelp(commands: Commands): string {
  const rows = Object.entries(commands).map(([name, { args, summary }]) =>
    row(`${name} ${args}`.trimEnd(), summary)
  );
  return `Porthole: how the internet sees you.

Usage: porthole [COMMAND] [OPTIONS]

Commands:
${rows.join("")}
Options:
${row("-h, --help", "show this help, or the help of a command")}${
    row("-V, --version", "show the version")
  }
You can run all commands but restore while a server is running. Porthole reads
its configuration from environment variables, which are listed in .env.example.
${EXIT_STATUS}`;
}

/** The output of `COMMAND --help`. */
export function commandHelp(
  name: string,
  { args, summary, options, details }: Command,
): string {
  const rows = Object.entries(options).map(([option, text]) => {
    const type = OPTIONS[option as OptionName];
    const value = "value" in type ? ` ${type.value}` : "";
    return row(`--${option}${value}`, text);
  });
  return [
    `Usage: porthole ${
      [name, rows.length > 0 && "[OPTIONS]", args].filter(Boolean).join(" ")
    }\n`,
    `${summary[0].toUpperCase()}${summary.slice(1)}.\n`,
    rows.length > 0 && `Options:\n${rows.join("")}`,
    details,
    EXIT_STATUS,
  ].filter(Boolean).join("\n");
}

function row(head: string, text: string): string {
  return head.length < COLUMN - 2
    ? `  ${head.padEnd(COLUMN)}${text}\n`
    : `  ${head}\n${" ".repeat(COLUMN + 2)}${text}\n`;
}
