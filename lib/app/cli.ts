import { accountCommands } from "./commands/account_commands.ts";
import type { CliContext, Commands } from "./commands/command.ts";
import { dataCommands } from "./commands/data_commands.ts";
import { failureOf } from "./commands/help.ts";
import { lookupCommands } from "./commands/lookup_commands.ts";
import { writeText } from "./commands/output.ts";
import {
  commandNamedBy,
  parseCommandLine,
} from "./commands/parse_command_line.ts";
import { serve, stopSignal } from "./commands/serve.ts";
import { misspeltText } from "./launch/misspelt.ts";
import { watchCommand } from "./watch/watch_command.ts";

const COMMANDS: Commands = {
  "serve": {
    args: "",
    summary: "run the server (default)",
    options: {},
    async run({ services, built, stopped, misspelt }) {
      const started = await services();
      for (const found of misspelt()) started.log.warn(misspeltText(found));
      await serve(started, await built(), stopped);
    },
  },
  ...lookupCommands,
  ...watchCommand,
  ...dataCommands,
  ...accountCommands,
};

async function run(
  args: string[],
  context: Required<CliContext>,
): Promise<number> {
  const line = parseCommandLine(args, COMMANDS);
  if (line.kind === "help") return context.out(line.text), 0;
  if (line.kind === "version") {
    return context.out(`porthole ${context.version}\n`), 0;
  }
  return await line.command.run(context, line.args, line.values) ?? 0;
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
    stopped: stopSignal,
    misspelt: () => [],
    ...context,
  };
  try {
    return await run(args, full);
  } catch (error) {
    const { code, text } = failureOf(error, commandNamedBy(args, COMMANDS));
    full.err(text);
    return code;
  }
}
