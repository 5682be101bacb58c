import type { Commands } from "./command.ts";
import { UsageError } from "./output.ts";

const FORMATS = ["text", "json", "csv"] as const;

type Format = typeof FORMATS[number];

/** The command that describes addresses. */
export const lookupCommands: Commands = {
  "lookup": {
    args: "[IP|DOMAIN...]",
    summary: "describe addresses or domains, without a server",
    options: {
      json: "the same as --format json",
      v2: "show the full profile and the source of each fact",
      format: "the format of the output (text)",
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
      const { lookup } = await import("./lookup.ts");
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
};

/** @throws {UsageError} */
function formatOf(format: string | undefined, json: boolean): Format {
  const chosen = format ?? (json ? "json" : "text");
  const known = FORMATS.find((name) => name === chosen);
  if (known === undefined || json && known !== "json") {
    throw new UsageError("--format must be text, json or csv");
  }
  return known;
}
