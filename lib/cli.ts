import { parseArgs } from "node:util";
import type { DataParts } from "./commands/data.ts";
import { lookup } from "./commands/lookup.ts";
import { UsageError } from "./commands/usage.ts";
import { ConfigError } from "./config.ts";
import { AppError } from "./http/errors.ts";
import type { Fetch } from "./http/front.ts";
import { describeError } from "./log.ts";
import { type RunningServer, startServer } from "./serve.ts";
import type { LookupServices, Services } from "./services.ts";

/** What the commands need from outside; a test passes its own. */
export interface CliContext {
  version: string;
  services: () => Promise<Services>;
  /** What `lookup` needs: no store, so that it runs beside a server. */
  lookupServices: () => Promise<LookupServices>;
  /** What the commands about data need. */
  dataParts: () => DataParts;
  /** The built app. */
  fetch: () => Promise<Fetch>;
  out?: (text: string) => void;
  err?: (text: string) => void;
  /** Resolves when the process is told to stop. */
  stopped?: () => Promise<string>;
}

type Output = Required<CliContext>;

const help = `Porthole: what the internet sees of you.

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

Options:
  -h, --help                show this text
  -V, --version             show the version

Configuration is read from environment variables; .env.example lists them.
Exit status: 0 done, 1 failed, 2 wrong usage or configuration.
`;

function signalled(): Promise<string> {
  return new Promise((resolve) => {
    let stopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      Deno.addSignalListener(signal, () => {
        // Whoever asks twice does not want to wait for open requests.
        if (stopping) Deno.exit(1);
        stopping = true;
        resolve(signal);
      });
    }
  });
}

/** Where a person on the same machine reaches the server. */
function urlOf({ hostname, port }: RunningServer): string {
  const everywhere = hostname === "::" || hostname === "0.0.0.0";
  const host = everywhere
    ? "localhost"
    : hostname.includes(":")
    ? `[${hostname}]`
    : hostname;
  return `http://${host}:${port}/`;
}

async function serve(context: Output): Promise<number> {
  const services = await context.services();
  const { log } = services;
  const server = startServer(services, await context.fetch());
  log.info("listening", { url: urlOf(server) });
  log.info("stopping", { signal: await context.stopped() });
  await server.stop();
  log.info("stopped");
  return 0;
}

async function run(args: string[], context: Output): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      version: { type: "boolean", short: "V" },
      json: { type: "boolean" },
      v2: { type: "boolean" },
      only: { type: "string", multiple: true },
      force: { type: "boolean" },
    },
  });
  if (values.help) return context.out(help), 0;
  if (values.version) return context.out(`porthole ${context.version}\n`), 0;
  const [command = "serve", ...rest] = positionals;
  const { json = false, v2 = false, force = false, only } = values;
  const updates = force || only !== undefined;
  const words = [command, ...rest];
  if (is(words, "serve") && !json && !v2 && !updates) {
    return await serve(context);
  }
  if (is(words, "lookup", 1) && !updates) {
    const options = { target: rest[0], v2, json };
    const services = await context.lookupServices();
    return context.out(await lookup(options, services, Date.now())), 0;
  }
  if (is(words, "data status") && !v2 && !updates) {
    const { statusOf } = await import("./commands/data.ts");
    return context.out(await statusOf(context.dataParts(), json)), 0;
  }
  if (is(words, "data update") && !v2 && !json) {
    return await update({ only, force }, context);
  }
  throw new UsageError(
    ["serve", "lookup", "data"].includes(command)
      ? `${command}: unexpected or missing arguments`
      : `there is no command "${command}"`,
  );
}

/** Whether the words are those of a command, and as many arguments as it takes. */
function is(words: string[], command: string, more = 0): boolean {
  const own = command.split(" ");
  return words.length === own.length + more &&
    own.every((word, i) => words[i] === word);
}

async function update(
  options: { only?: string[]; force: boolean },
  context: Output,
): Promise<number> {
  // Loaded by this command alone: a server that does not update is the smaller for it.
  const { runUpdate } = await import("./commands/data.ts");
  const controller = new AbortController();
  context.stopped().then(() => controller.abort());
  return await runUpdate(context.dataParts(), {
    ...options,
    signal: controller.signal,
    out: context.out,
    err: context.err,
    terminal: Deno.stderr.isTerminal(),
  });
}

function isUsageError(error: unknown): error is Error {
  return error instanceof UsageError ||
    error instanceof TypeError && "code" in error &&
      String(error.code).startsWith("ERR_PARSE_ARGS");
}

/** Runs one command line and returns the exit status. */
export async function runCli(
  args: string[],
  context: CliContext,
): Promise<number> {
  const full: Output = {
    out: (text) => write(Deno.stdout, text),
    err: (text) => write(Deno.stderr, text),
    stopped: signalled,
    ...context,
  };
  try {
    return await run(args, full);
  } catch (error) {
    if (error instanceof ConfigError) {
      full.err("porthole: the configuration has faults\n");
      for (const { variable, message } of error.faults) {
        full.err(`  ${variable}: ${message}\n`);
      }
      return 2;
    }
    if (isUsageError(error)) {
      full.err(`porthole: ${error.message}\nTry --help.\n`);
      return 2;
    }
    full.err(`porthole: ${reason(error)}\n`);
    return 1;
  }
}

function write(to: { writeSync(bytes: Uint8Array): number }, text: string) {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let done = 0; done < bytes.length;) {
      done += to.writeSync(bytes.subarray(done));
    }
  } catch (error) {
    // Whoever read it (`| head`) has gone; the command is to be done all the same.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

function reason(error: unknown): string {
  if (error instanceof AppError) return error.message;
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
