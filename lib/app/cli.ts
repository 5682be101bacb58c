import { parseArgs } from "node:util";
import { accountCommands } from "./commands/account_commands.ts";
import {
  type CliContext,
  type Command,
  type Commands,
  OPTIONS,
} from "./commands/command.ts";
import { dataCommands } from "./commands/data_commands.ts";
import { failureOf, HELP } from "./commands/help.ts";
import { UsageError, writeText } from "./commands/output.ts";
import { serve, signalled } from "./commands/serve.ts";

const COMMANDS: Commands = {
  "serve": {
    takes: 0,
    options: [],
    async run({ services, built, stopped }) {
      await serve(await services(), await built(), stopped);
    },
  },
  "lookup": {
    takes: 1,
    options: ["v2", "json"],
    async run({ ipInfoServices, out }, [target], { v2 = false, json = false }) {
      const { lookup } = await import("./commands/lookup.ts");
      const services = await ipInfoServices();
      out(await lookup({ target, v2, json }, services, Date.now()));
    },
  },
  ...dataCommands,
  ...accountCommands,
};

async function run(
  args: string[],
  context: Required<CliContext>,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      version: { type: "boolean", short: "V" },
      ...OPTIONS,
    },
  });
  if (values.help) return context.out(HELP), 0;
  if (values.version) return context.out(`porthole ${context.version}\n`), 0;
  const words = positionals.length > 0 ? positionals : ["serve"];
  const [name, command] = commandOf(words);
  const rest = words.slice(name.split(" ").length);
  const isFitting = rest.length === command.takes &&
    Object.keys(values).every((given) =>
      command.options.some((option) => option === given)
    );
  if (!isFitting) throw unexpected(words[0]);
  return await command.run(context, rest, values) ?? 0;
}

/**
 * Finds the command that the first words name.
 *
 * @throws {UsageError}
 */
function commandOf(words: readonly string[]): [name: string, Command] {
  const [first, second] = words;
  const found = Object.entries(COMMANDS).find(([name]) =>
    name === first || name === `${first} ${second}`
  );
  if (found) return found;
  const isGroup = Object.keys(COMMANDS).some((name) =>
    name.startsWith(`${first} `)
  );
  throw isGroup
    ? unexpected(first)
    : new UsageError(`there is no command "${first}"`);
}

function unexpected(word: string): UsageError {
  return new UsageError(`${word}: unexpected or missing arguments`);
}

/** Runs a command line. Returns the exit status. */
export async function runCli(
  args: string[],
  context: CliContext,
): Promise<number> {
  const full: Required<CliContext> = {
    out: (text) => writeText(Deno.stdout, text),
    err: (text) => writeText(Deno.stderr, text),
    stdin: Deno.stdin,
    stopped: signalled,
    ...context,
  };
  try {
    return await run(args, full);
  } catch (error) {
    const { code, text } = failureOf(error);
    full.err(text);
    return code;
  }
}
