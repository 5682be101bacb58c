import type { parseArgs } from "node:util";
import type { OpenedAccounts } from "../services/accounts.ts";
import type { IpInfoServices } from "../services/ipinfo.ts";
import type { Services } from "../services/services.ts";
import type { DataDeps } from "./data.ts";
import type { PasswordSource } from "./password_input.ts";
import type { Misspelt } from "../launch/misspelt.ts";
import type { BuiltApp } from "./serve.ts";

/** What commands need from outside. Tests pass their own. */
export interface CliContext {
  version: string;
  services: () => Promise<Services>;
  /** For `lookup` and `annotate`. Opens no store, so it works while a server runs. */
  ipInfoServices: () => Promise<IpInfoServices>;
  /** For the data commands. */
  dataDeps: () => Promise<DataDeps>;
  /** For the commands for users, tokens and bans: the store only. */
  openAccounts: () => Promise<OpenedAccounts>;
  built: () => Promise<BuiltApp>;
  /** The variables of the configuration that are probably misspelt. */
  misspelt?: () => readonly Misspelt[];
  /** Returns false if nobody reads the output any more. */
  out?: (text: string) => unknown;
  err?: (text: string) => unknown;
  /** For output that is not text. Returns false if nobody reads it any more. */
  write?: (bytes: Uint8Array) => boolean;
  stdin?: PasswordSource;
  /** Resolves when the process gets a signal to stop. */
  stopped?: () => Promise<string>;
}

/** All options. `value` is the placeholder of a value in the help. */
export const OPTIONS = {
  json: { type: "boolean" },
  v2: { type: "boolean" },
  format: { type: "string", value: "FORMAT" },
  column: { type: "string", value: "NAME|N" },
  only: { type: "string", multiple: true, value: "NAME" },
  force: { type: "boolean" },
  admin: { type: "boolean" },
  off: { type: "boolean" },
  from: { type: "string", value: "DATE" },
  to: { type: "string", value: "DATE" },
  network: { type: "string", value: "CIDR" },
  yes: { type: "boolean" },
  quota: { type: "string", value: "N" },
  name: { type: "string", value: "TEXT" },
  replace: { type: "boolean" },
  server: { type: "string", multiple: true, value: "URL" },
  family: { type: "string", value: "4|6" },
  interval: { type: "string", value: "SECONDS" },
  webhook: { type: "string", value: "URL" },
  state: { type: "string", value: "FILE" },
  once: { type: "boolean" },
} as const;

export type OptionName = keyof typeof OPTIONS;

export type OptionValues = ReturnType<
  typeof parseArgs<{ options: typeof OPTIONS }>
>["values"];

export interface Command {
  /** Placeholders of its arguments, if it has any; `[IP...]` means any number. */
  args?: string;
  /** One line for the help. */
  summary: string;
  /** Its options, each with a line for the help. */
  options?: Readonly<Partial<Record<OptionName, string>>>;
  /** More text for its own help. */
  details?: string;
  /** Returns the exit status if it is not 0. */
  run(
    context: Required<CliContext>,
    args: readonly string[],
    values: OptionValues,
  ): Promise<number | void>;
}

/**
 * Commands by their words. Each loads its own modules, which keeps a server's
 * memory small.
 */
export type Commands = Readonly<Record<string, Command>>;
