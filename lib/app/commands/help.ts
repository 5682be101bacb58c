import { AppError, ConfigError } from "../../core/errors.ts";
import { errorText } from "../../i18n/errors.ts";
import { describeError } from "../../core/log.ts";
import { UsageError } from "./output.ts";

/**
 * The message on standard error for a command that ended in `error`, and its
 * exit status.
 */
export function failureOf(error: unknown): { code: 1 | 2; text: string } {
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
    return { code: 2, text: `porthole: ${error.message}\nTry --help.\n` };
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
  if (error instanceof Deno.errors.AddrInUse) {
    return "the port is already in use. Set PORT to another one.";
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return "no network interface has the address in HOST.";
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return `permission denied: ${error.message}.`;
  }
  // A plain Error has a message for the operator. Any other is a bug, and needs
  // its stack.
  return error instanceof Error && error.constructor === Error
    ? error.message
    : describeError(error);
}

/** The output of `--help`. */
export const HELP = `Porthole: how the internet sees you.

Usage: porthole [COMMAND] [OPTIONS]

Commands:
  serve                     run the server (default)
  lookup IP|DOMAIN          describe an address or a domain, without a server
      --v2                  show the full profile and the source of each fact
      --json                print the V1 record, or the V2 record with --v2
  data status               list the data files with their age and licence
      --json                print JSON
  data update               download newer data; a running server reloads it
      --only NAME           update only this feed; can be repeated
      --force               download unchanged feeds, and accept smaller ones
  user add EMAIL            create an account; the password is read from
                            standard input or asked for at a terminal
      --admin               make the account an administrator
  user password EMAIL       set a new password, read in the same way
  user tier EMAIL free|standard|vip
                            set the account's plan
      --quota N             requests per month of each token (vip only)
  user admin EMAIL          make a member an administrator
      --off                 remove administrator rights
  user delete EMAIL         delete the account with its tokens and sessions
  token create EMAIL        create an API token and print it once
      --name TEXT           name of the token
      --replace             replace the existing token
  token revoke ID           revoke an API token
  ban lift CIDR|ID          lift a manual ban
  backup FILE               write accounts, tokens, counts, the DNS index and
                            downloaded data to an archive; - is standard output
  restore FILE              restore an archive while no server is running; - is
                            standard input
      --force               overwrite what is in DATA_DIR

You can run the user, token, ban and backup commands while a server is running.

Options:
  -h, --help                show this help
  -V, --version             show the version

Porthole reads its configuration from environment variables, which are listed
in .env.example. Exit status: 0 success, 1 failure, 2 invalid usage or
configuration.
`;
