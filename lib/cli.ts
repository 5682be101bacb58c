import { parseArgs } from "node:util";
import type { AccountParts } from "./accounts/open.ts";
import type { DataParts } from "./commands/data.ts";
import { failureOf } from "./commands/failure.ts";
import { HELP } from "./commands/help.ts";
import { lookup } from "./commands/lookup.ts";
import { writeText } from "./commands/output.ts";
import type { PasswordSource } from "./commands/password_input.ts";
import { serve, signalled } from "./commands/serve.ts";
import { UsageError } from "./commands/usage.ts";
import type { Fetch } from "./http/front.ts";
import type { LookupServices, Services } from "./services.ts";

/** What the commands need from outside; a test passes its own. */
export interface CliContext {
  version: string;
  services: () => Promise<Services>;
  /** What `lookup` needs: no store, so that it runs beside a server. */
  lookupServices: () => Promise<LookupServices>;
  /** What the commands about data need. */
  dataParts: () => DataParts;
  /** What the commands about users, tokens and bans need: the store, and no data. */
  accountParts: () => Promise<AccountParts>;
  /** The built app. */
  fetch: () => Promise<Fetch>;
  out?: (text: string) => void;
  err?: (text: string) => void;
  stdin?: PasswordSource;
  /** Resolves when the process is told to stop. */
  stopped?: () => Promise<string>;
}

type Context = Required<CliContext>;

const OPTIONS = {
  json: { type: "boolean" },
  v2: { type: "boolean" },
  only: { type: "string", multiple: true },
  force: { type: "boolean" },
  admin: { type: "boolean" },
  off: { type: "boolean" },
  quota: { type: "string" },
  name: { type: "string" },
  replace: { type: "boolean" },
} as const;

type OptionName = keyof typeof OPTIONS;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>[
  "values"
];

interface Command {
  /** Arguments behind its words. */
  takes: number;
  options: readonly OptionName[];
  /** Returns the exit status, where it is not 0. */
  run(
    context: Context,
    args: readonly string[],
    values: Values,
  ): Promise<number | void>;
}

/*
 * What one command alone needs is loaded by it: a server that does not update
 * data or make accounts on a command line is the smaller for it.
 */
const COMMANDS: Readonly<Record<string, Command>> = {
  "serve": {
    takes: 0,
    options: [],
    async run({ services, fetch, stopped }) {
      await serve(await services(), await fetch(), stopped);
    },
  },
  "lookup": {
    takes: 1,
    options: ["v2", "json"],
    async run(context, [target], { v2 = false, json = false }) {
      const services = await context.lookupServices();
      context.out(await lookup({ target, v2, json }, services, Date.now()));
    },
  },
  "data status": {
    takes: 0,
    options: ["json"],
    async run(context, _, { json = false }) {
      const { statusOf } = await import("./commands/data.ts");
      context.out(await statusOf(context.dataParts(), json));
    },
  },
  "data update": { takes: 0, options: ["only", "force"], run: update },
  "user add": {
    takes: 1,
    options: ["admin"],
    async run(context, [email], { admin: isAdmin = false }) {
      const { userAdd } = await import("./commands/user.ts");
      await withAccounts(context, async ({ accounts }) =>
        context.out(
          await userAdd({ email, isAdmin }, accounts, asking(context)),
        ));
    },
  },
  "user password": {
    takes: 1,
    options: [],
    async run(context, [email]) {
      const { userPassword } = await import("./commands/user.ts");
      await withAccounts(
        context,
        async ({ accounts }) =>
          context.out(await userPassword({ email }, accounts, asking(context))),
      );
    },
  },
  "user tier": {
    takes: 2,
    options: ["quota"],
    async run(context, [email, tier], { quota }) {
      const { userTier } = await import("./commands/user.ts");
      await withAccounts(
        context,
        async ({ accounts }) =>
          context.out(await userTier({ email, tier, quota }, accounts)),
      );
    },
  },
  "user admin": {
    takes: 1,
    options: ["off"],
    async run(context, [email], { off = false }) {
      const { userAdmin } = await import("./commands/user.ts");
      await withAccounts(
        context,
        async ({ accounts }) =>
          context.out(await userAdmin({ email, isAdmin: !off }, accounts)),
      );
    },
  },
  "user delete": {
    takes: 1,
    options: [],
    async run(context, [email]) {
      const { userDelete } = await import("./commands/user.ts");
      await withAccounts(
        context,
        async ({ accounts }) =>
          context.out(await userDelete({ email }, accounts)),
      );
    },
  },
  "token create": {
    takes: 1,
    options: ["name", "replace"],
    async run(context, [email], { name, replace = false }) {
      const { tokenCreate } = await import("./commands/token.ts");
      await withAccounts(context, async (parts) => {
        const made = await tokenCreate({ email, name, replace }, parts);
        context.err(made.note);
        context.out(made.text);
      });
    },
  },
  "token revoke": {
    takes: 1,
    options: [],
    async run(context, [id]) {
      const { tokenRevoke } = await import("./commands/token.ts");
      await withAccounts(
        context,
        async ({ tokens }) => context.out(await tokenRevoke({ id }, tokens)),
      );
    },
  },
  "backup": {
    takes: 1,
    options: [],
    async run(context, [file]) {
      const { backUp } = await import("./commands/backup.ts");
      context.err(await backUp(file, context.dataParts(), context.err));
    },
  },
  "restore": {
    takes: 1,
    options: ["force"],
    async run(context, [file], { force = false }) {
      const { restore } = await import("./commands/backup.ts");
      context.err(await restore(file, context.dataParts(), force));
    },
  },
  "ban lift": {
    takes: 1,
    options: [],
    async run(context, [what]) {
      const [{ banLift }, { ManualBans }] = await Promise.all([
        import("./commands/ban.ts"),
        import("./limits/manual_bans.ts"),
      ]);
      await withAccounts(
        context,
        async ({ tools }) =>
          context.out(await banLift({ what }, new ManualBans(tools))),
      );
    },
  },
};

async function withAccounts(
  { accountParts }: Context,
  use: (parts: AccountParts) => Promise<void>,
): Promise<void> {
  const parts = await accountParts();
  try {
    await use(parts);
  } finally {
    parts.close();
  }
}

function asking({ stdin, err }: Context): () => Promise<string> {
  return async () => {
    const { readPassword } = await import("./commands/password_input.ts");
    return await readPassword(stdin, err);
  };
}

async function update(
  context: Context,
  _: readonly string[],
  { only, force = false }: Values,
): Promise<number> {
  const { runUpdate } = await import("./commands/data.ts");
  const controller = new AbortController();
  context.stopped().then(() => controller.abort());
  return await runUpdate(context.dataParts(), {
    only,
    force,
    signal: controller.signal,
    out: context.out,
    err: context.err,
    terminal: Deno.stderr.isTerminal(),
  });
}

async function run(args: string[], context: Context): Promise<number> {
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

/** The command that the first words name. @throws {UsageError} */
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

/** Runs one command line and returns the exit status. */
export async function runCli(
  args: string[],
  context: CliContext,
): Promise<number> {
  const full: Context = {
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
