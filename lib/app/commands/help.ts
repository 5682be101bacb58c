import { ConfigError } from "../../core/config_error.ts";
import { AppError } from "../../core/errors.ts";
import { errorText } from "../../i18n/errors.ts";
import { describeError } from "../../core/log.ts";
import { UsageError } from "./output.ts";

/** What is said on standard error of a command that ended in `error`, and its exit status. */
export function failureOf(error: unknown): { code: 1 | 2; text: string } {
  if (error instanceof ConfigError) {
    const faults = error.issues.map(({ variable, message }) =>
      `  ${variable}: ${message}\n`
    );
    return {
      code: 2,
      text: `porthole: the configuration has faults\n${faults.join("")}`,
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
    return "the port is taken. Set PORT to another one.";
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return "this machine does not have the address in HOST.";
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return `the system does not allow it: ${error.message}.`;
  }
  // A plain Error is a sentence for the operator; anything else is a fault of
  // the program, which needs its stack.
  return error instanceof Error && error.constructor === Error
    ? error.message
    : describeError(error);
}

/** What `--help` prints. */
export const HELP = `Porthole: what the internet sees of you.

Usage: porthole [COMMAND] [OPTIONS]

Commands:
  serve                     answer requests (the default)
  lookup IP|DOMAIN          describe an address or a name, without a server
      --v2                  the whole profile, and where each part comes from
      --json                print the V1 record, or the V2 record
  data status               what data there is, how old, under which licence
      --json                the same for programs
  data update               fetch newer data; a running server takes it up
      --only NAME           of this feed alone; may be given again
      --force               fetch what has not changed, take what has shrunk
  user add EMAIL            make an account; its password is read from standard
                            input, or asked for at a terminal
      --admin               an administrator's
  user password EMAIL       set a new password, read in the same way
  user tier EMAIL free|standard|vip
                            what the account may ask of V2
      --quota N             requests a month of each token of a vip
  user admin EMAIL          make a member an administrator
      --off                 take that away again
  user delete EMAIL         delete the account with its tokens and sessions
  token create EMAIL        make an API token and print it, this once
      --name TEXT           what its owner knows it by
      --replace             in the place of the one there is
  token revoke ID           make an API token void
  ban lift CIDR|ID          lift a ban that an administrator has pronounced
  backup FILE               write accounts, tokens, counts, the DNS index and
                            downloaded data into one archive; - is standard output
  restore FILE              put them back, with no server running; - is standard
                            input
      --force               in the place of what is in DATA_DIR

Those about users, tokens, bans and backup work beside a running server.

Options:
  -h, --help                show this text
  -V, --version             show the version

Configuration is read from environment variables; .env.example lists them.
Exit status: 0 done, 1 failed, 2 wrong usage or configuration.
`;
