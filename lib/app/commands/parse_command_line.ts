import { parseArgs } from "node:util";
import {
  type Command,
  type Commands,
  OPTIONS,
  type OptionValues,
} from "./command.ts";
import { commandHelp, generalHelp } from "./help.ts";
import { closest } from "../launch/misspelt.ts";
import { UsageError } from "./output.ts";

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
  | { kind: "help"; text: string }
  | { kind: "version" }
  | {
    kind: "command";
    name: string;
    command: Command;
    args: readonly string[];
    values: OptionValues;
  };

/**
 * Parses a command line. The default command is `serve`.
 *
 * @throws {UsageError} naming the argument that is wrong
 * @throws {TypeError} of `parseArgs` for an option without its value
 */
export function parseCommandLine(
  args: string[],
  commands: Commands,
): CommandLine {
  const { help, version, positionals, tokens } = parseLoosely(args);
  if (version) return { kind: "version" };
  if (help && positionals.length === 0) {
    return { kind: "help", text: generalHelp(commands) };
  }
  const words = positionals.length > 0 ? positionals : ["serve"];
  const found = findCommand(words, commands);
  if (!found) {
    const group = groupOf(words[0], commands);
    if (!group) throw new UsageError(unknownCommand(words[0], commands));
    if (help) return { kind: "help", text: generalHelp(group) };
    throw new UsageError(
      words.length > 1
        ? `there is no command "${words[0]} ${words[1]}"`
        : `"${words[0]}" needs a second word: ${secondWords(group)}`,
    );
  }
  const [name, command] = found;
  if (help) return { kind: "help", text: commandHelp(name, command) };
  for (const token of tokens) {
    if (
      token.kind === "option" && !Object.hasOwn(command.options, token.name)
    ) {
      throw new UsageError(`${name}: unknown option ${token.rawName}`);
    }
  }
  const rest = words.slice(name.split(" ").length);
  checkCount(name, command, rest);
  return { kind: "command", name, command, args: rest, values: valuesOf(args) };
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
  const { values: { help, version }, ...rest } = parseArgs({
    ...SETTINGS,
    args,
    strict: false,
    tokens: true,
  });
  return { help, version, ...rest };
}

function valuesOf(args: string[]): OptionValues {
  const { help: _, version: __, ...values } =
    parseArgs({ ...SETTINGS, args }).values;
  return values;
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
  { args }: Command,
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
