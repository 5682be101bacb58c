import type { Commands } from "./command.ts";

/** The commands for downloaded data and for backups. */
export const dataCommands: Commands = {
  "data status": {
    takes: 0,
    options: ["json"],
    async run({ dataDeps, out }, _, { json = false }) {
      const { statusOf } = await import("./data.ts");
      out(await statusOf(dataDeps(), json));
    },
  },
  "data update": {
    takes: 0,
    options: ["only", "force"],
    async run({ dataDeps, stopped, out, err }, _, { only, force = false }) {
      const { runUpdate } = await import("./data.ts");
      const controller = new AbortController();
      stopped().then(() => controller.abort());
      return await runUpdate(dataDeps(), {
        only,
        force,
        signal: controller.signal,
        out,
        err,
        terminal: Deno.stderr.isTerminal(),
      });
    },
  },
  "backup": {
    takes: 1,
    options: [],
    async run({ dataDeps, err }, [file]) {
      const { backUp } = await import("./backup.ts");
      err(await backUp(file, dataDeps(), err));
    },
  },
  "restore": {
    takes: 1,
    options: ["force"],
    async run({ dataDeps, err }, [file], { force = false }) {
      const { restore } = await import("./backup.ts");
      err(await restore(file, dataDeps(), force));
    },
  },
};
