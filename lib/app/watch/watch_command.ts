import type { Commands } from "../commands/command.ts";

/** The command that reports changes of this machine's public address. */
export const watchCommand: Commands = {
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
      const { watch } = await import("./watch.ts");
      const controller = new AbortController();
      stopped().then(() => controller.abort());
      return await watch(program, options, {
        out,
        err,
        signal: controller.signal,
        now: Date.now,
        random: Math.random,
      });
    },
  },
};
