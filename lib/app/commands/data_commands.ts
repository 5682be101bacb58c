import type { Commands } from "./command.ts";

/** The commands about what is downloaded, and about all that is kept. */
export const dataCommands: Commands = {
  "data status": {
    takes: 0,
    options: ["json"],
    async run({ dataParts, out }, _, { json = false }) {
      const { statusOf } = await import("./data.ts");
      out(await statusOf(dataParts(), json));
    },
  },
  "data update": {
    takes: 0,
    options: ["only", "force"],
    async run({ dataParts, stopped, out, err }, _, { only, force = false }) {
      const { runUpdate } = await import("./data.ts");
      const controller = new AbortController();
      stopped().then(() => controller.abort());
      return await runUpdate(dataParts(), {
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
    async run({ dataParts, err }, [file]) {
      const { backUp } = await import("./backup.ts");
      err(await backUp(file, dataParts(), err));
    },
  },
  "restore": {
    takes: 1,
    options: ["force"],
    async run({ dataParts, err }, [file], { force = false }) {
      const { restore } = await import("./backup.ts");
      err(await restore(file, dataParts(), force));
    },
  },
};
