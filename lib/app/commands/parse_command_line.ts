import { parseArgs } from "node:util";
import {
  type Command,
  type Commands,
  type OptionName,
  OPTIONS,
  type OptionValues,
} from "./command.ts";
import { UsageError } from "./output.ts";
import { closest } from "../launch/misspelt.ts";
import { AppError, ConfigError } from "../../core/errors.ts";
import { errorText } from "../../i18n/errors.ts";
import { describeError } from "../../core/log.ts";

const SETTINGS = {
  allowPositionals: true,
  options: {
    help: { type: "boolean", short: "h" },
    version: { type: "boolean", short: "V" },
    ...OPTIONS,
  },
} as const;

/** A command with its arguments, or what to print instead of running one. */
type CommandLine =
  | { text: string }
  | { command: Command; args: readonly string[]; values: OptionValues };

/**
 * Parses a command line. The default command is `serve`.
 *
 * @throws {UsageError} naming the argument that is wrong
 * @throws {TypeError} of `parseArgs` for an option without its value
 */
export function parseCommandLine(
  args: string[],
  commands: Commands,
  version: string,
): CommandLine {
  const { values: { help, version: isVersion }, positionals, tokens } =
    parseLoosely(args);
  if (isVersion) return { text: `porthole ${version}\n` };
  if (help && positionals.length === 0) return { text: generalHelp(commands) };
  const words = positionals.length > 0 ? positionals : ["serve"];
  const found = findCommand(words, commands);
  if (!found) {
    const group = groupOf(words[0], commands);
    if (!group) throw new UsageError(unknownCommand(words[0], commands));
    if (help) return { text: generalHelp(group) };
    throw new UsageError(
      words.length > 1
        ? `there is no command "${words[0]} ${words[1]}"`
        : `"${words[0]}" needs a second word: ${secondWords(group)}`,
    );
  }
  const [name, command] = found;
  if (help) return { text: commandHelp(name, command) };
  const { options = {} } = command;
  for (const token of tokens) {
    if (token.kind === "option" && !Object.hasOwn(options, token.name)) {
      throw new UsageError(`${name}: unknown option ${token.rawName}`);
    }
  }
  const rest = words.slice(name.split(" ").length);
  checkCount(name, command, rest);
  const { values } = parseArgs({ ...SETTINGS, args });
  return { command, args: rest, values };
}

/**
 * Returns the command in the arguments, or the group of commands; empty if there is
 * neither. Accepts invalid arguments.
 */
export function commandNamedBy(args: string[], commands: Commands): string {
  const { positionals } = parseLoosely(args);
  const found = findCommand(positionals, commands);
  if (found) return found[0];
  const isGroup = positionals.length > 0 && groupOf(positionals[0], commands);
  return isGroup ? positionals[0] : "";
}

function secondWords(group: Commands): string {
  const words = Object.keys(group).map((name) => name.split(" ")[1]);
  return new Intl.ListFormat("en", { type: "disjunction" }).format(words);
}

function unknownCommand(word: string, commands: Commands): string {
  const known = Object.keys(commands).map((name) => name.split(" ")[0]);
  const meant = closest(word, known, 1 / 3);
  const text = `there is no command "${word}"`;
  return meant === null ? text : `${text}: did you mean "${meant}"?`;
}

function parseLoosely(args: string[]) {
  return parseArgs({ ...SETTINGS, args, strict: false, tokens: true });
}

function findCommand(
  [first, second]: readonly string[],
  commands: Commands,
): [name: string, Command] | undefined {
  return Object.entries(commands).find(([name]) =>
    name === first || name === `${first} ${second}`
  );
}

/** The commands that begin with a word; null if there are none. */
function groupOf(word: string, commands: Commands): Commands | null {
  const group = Object.entries(commands)
    .filter(([name]) => name.startsWith(`${word} `));
  return group.length > 0 ? Object.fromEntries(group) : null;
}

/** @throws {UsageError} for a missing argument, or one too many */
function checkCount(
  name: string,
  { args = "" }: Command,
  given: readonly string[],
): void {
  const placeholders = args === "" ? [] : args.split(" ");
  const isOpen = placeholders.at(-1)?.endsWith("...]") ?? false;
  const required = isOpen ? placeholders.slice(0, -1) : placeholders;
  if (given.length < required.length) {
    throw new UsageError(`${name}: missing ${required[given.length]}`);
  }
  if (!isOpen && given.length > required.length) {
    const extra = given[required.length];
    throw new UsageError(`${name}: unexpected argument "${extra}"`);
  }
}

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
function generalHelp(commands: Commands): string {
  const rows = Object.entries(commands).map(([name, { args = "", summary }]) =>
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
function commandHelp(
  name: string,
  { args, summary, options = {}, details }: Command,
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
