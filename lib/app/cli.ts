import { accountCommands } from "./commands/account_commands.ts";
import type { CliContext, Commands } from "./commands/command.ts";
import { UsageError, writeBytes, writeText } from "./commands/output.ts";
import {
  commandNamedBy,
  failureOf,
  parseCommandLine,
} from "./commands/parse_command_line.ts";
import { serve, stopSignal } from "./commands/serve.ts";
import { misspeltText } from "./launch/misspelt.ts";

const COMMANDS: Commands = {
  "serve": {
    summary: "run the server (default)",
    async run({ services, built, stopped, misspelt }) {
      const started = await services();
      for (const found of misspelt()) started.log.warn(misspeltText(found));
      await serve(started, await built(), stopped);
    },
  },
  "lookup": {
    args: "[IP|DOMAIN...]",
    summary: "describe addresses or domains, without a server",
    options: {
      json: "the same as --format json",
      v2: "show the full profile and the source of each fact",
      format: "text, json or csv (text)",
    },
    details:
      `Without arguments, or with -, lookup reads targets from standard input, one
per line. It skips blank lines and text after #. The output has the same order.

With --format json, each line is the V1 record of one target, or the V2 record
with --v2. For a target that failed, it is
{"ok":false,"target":…,"error":{"code":…,"message":…}}. With --format csv, the
first line names the columns: target, the fields of the record, and error.

The exit status is 0 if all targets were found, and 1 if some failed. An invalid
argument is invalid usage; an invalid line of standard input is a failed target.
`,
    async run(context, targets, { v2 = false, json = false, format }) {
      const { lookup } = await import("./commands/lookup.ts");
      const { ipInfoServices, stdin, out, err } = context;
      return await lookup(
        { targets, v2, format: formatOf(format, json) },
        {
          ipinfo: async () => (await ipInfoServices()).ipinfo,
          stdin,
          out,
          err,
          now: Date.now,
        },
      );
    },
  },
  "annotate": {
    summary: "add place and network to the addresses in a log",
    options: {
      format: "what to put behind each address, with fields in braces",
      json: "make a JSON object of each line, with facts about its addresses",
      column: "add columns about the addresses in a column of CSV",
    },
    details:
      `annotate copies standard input to standard output, without a server or a
network. Behind each address, and its port, it puts what the local tables know,
such as " [US, Mountain View, AS15169 Google LLC]". All other bytes stay.

--format is a template, such as " ({country}, AS{asn})". Its fields are {ip},
{country_code}, {alternative_country_code}, {country}, {region}, {city},
{latitude}, {longitude}, {timezone}, {asn}, {asn_confidence}, {asn_org} and
{line_type}; unknown values are "-".

With --json, a line that is a JSON object gets the addresses in it, with all
these fields, under the key "porthole"; of any other line it makes an object with
the key "line". With --column, the input is CSV, and the first line has names. If
it has none, use the number of the column.
`,
    async run({ ipInfoServices, stdin, write }, _, options) {
      const { runAnnotate } = await import("./annotate/annotate.ts");
      await runAnnotate(options, { ipInfoServices, stdin, write });
    },
  },
  "watch": {
    args: "[PROGRAM...]",
    summary: "report when this machine's public address changes",
    options: {
      server: "the Porthole server to query; repeat it to add fallbacks",
      family: "watch only IPv4 or only IPv6",
      interval: "seconds between checks, at least 30 (300)",
      webhook: "post each change as JSON to this URL",
      state: "remember the reported addresses in this file",
      once: "check once, for cron",
      json: "print JSON",
    },
    details:
      `watch prints a line for each change, such as "IPv4 192.0.2.1 192.0.2.9": the
new address and the previous one, or "-". The first address counts as a
change, too, unless it is in the --state file.

For each change it then runs PROGRAM, without a shell, and with the new address
and 4 or 6 as further arguments. They are also in PORTHOLE_ADDRESS and
PORTHOLE_FAMILY; PORTHOLE_PREVIOUS is the previous address, or empty. Write --
before PROGRAM if it has options. The webhook gets
{"family":4,"address":…,"previous":…,"at":…}, and must respond with 2xx.

If a program (limit: 60 seconds) or a webhook (10 seconds) fails, or no server
responds, watch tries again after 30 seconds, then 60, up to 30 minutes. It
reports at most 6 changes of IPv4 and 6 of IPv6 per hour. If there are more, it
reports the last one when the hour is over.

SIGTERM and SIGINT end it with exit status 0. With --once, the exit status is 1
if no address was found, or the program or the webhook failed.
`,
    async run({ stopped, out, err }, program, options) {
      const { watch } = await import("./watch/watch.ts");
      return await watch(program, options, {
        out,
        err,
        signal: signalOf(stopped),
        now: Date.now,
        random: Math.random,
      });
    },
  },
  "data status": {
    summary: "list the data files with their age and license",
    options: {
      json: "print JSON",
    },
    async run({ dataDeps, out }, _, { json = false }) {
      const { statusOf } = await import("./commands/data.ts");
      out(await statusOf(await dataDeps(), json));
    },
  },
  "data update": {
    summary: "download newer data; a running server reloads it",
    options: {
      only: "update only this feed; can be repeated",
      force: "download unchanged feeds, and accept smaller ones",
    },
    async run({ dataDeps, stopped, out, err }, _, { only, force = false }) {
      const { runUpdate } = await import("./commands/data.ts");
      const signal = signalOf(stopped);
      const options = { only, force, signal, out, err };
      return await runUpdate(await dataDeps(), options);
    },
  },
  "backup": {
    args: "FILE",
    summary: "write everything in DATA_DIR to an archive",
    details:
      `The archive contains accounts, tokens, counts, the DNS index and downloaded
data. FILE can be - for standard output.
`,
    async run({ dataDeps, err }, [file]) {
      const { backUp } = await import("./commands/backup.ts");
      err(await backUp(file, await dataDeps(), err));
    },
  },
  "restore": {
    args: "FILE",
    summary: "restore an archive while no server is running",
    options: {
      force: "replace the data in DATA_DIR",
    },
    details: `FILE can be - for standard input.
`,
    async run({ dataDeps, err }, [file], { force = false }) {
      const { restore } = await import("./commands/backup.ts");
      err(await restore(file, await dataDeps(), force));
    },
  },
  ...accountCommands,
};

function signalOf(stopped: () => Promise<unknown>): AbortSignal {
  const controller = new AbortController();
  stopped().then(() => controller.abort());
  return controller.signal;
}

const FORMATS = ["text", "json", "csv"] as const;

/** @throws {UsageError} */
function formatOf(
  format: string | undefined,
  json: boolean,
): typeof FORMATS[number] {
  const chosen = format ?? (json ? "json" : "text");
  const known = FORMATS.find((name) => name === chosen);
  if (known === undefined || json && known !== "json") {
    throw new UsageError("--format must be text, json or csv");
  }
  return known;
}

/** Runs a command line. Returns the exit status. */
export async function runCli(
  args: string[],
  context: CliContext,
): Promise<number> {
  const full: Required<CliContext> = {
    out: (text) => writeText(Deno.stdout, text),
    err: (text) => writeText(Deno.stderr, text),
    write: (bytes) => writeBytes(Deno.stdout, bytes),
    stdin: Deno.stdin,
    stopped: stopSignal,
    misspelt: () => [],
    ...context,
  };
  try {
    const line = parseCommandLine(args, COMMANDS, full.version);
    if ("text" in line) return full.out(line.text), 0;
    return await line.command.run(full, line.args, line.values) ?? 0;
  } catch (error) {
    const { code, text } = failureOf(error, commandNamedBy(args, COMMANDS));
    full.err(text);
    return code;
  }
}
