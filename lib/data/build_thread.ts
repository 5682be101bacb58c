/** A thread of the build, which compiles one table. */
import { BUILT_TABLES } from "./built_tables.ts";

/** The message that asks for a table. */
export interface TableRequest {
  /** The table's file name. */
  readonly name: string;
  /** URL of the build folder. */
  readonly folder: string;
}

/** The reply: the message of the error, if there was one. */
export interface TableReply {
  readonly error?: string;
}

const thread = self as unknown as {
  onmessage: (event: MessageEvent<TableRequest>) => void;
  postMessage(reply: TableReply): void;
};

thread.onmessage = async ({ data: { name, folder } }) => {
  try {
    const part = new URL(`${name}.part`, folder);
    await BUILT_TABLES[name].compile(part);
    // A server that has been started reads no half of it.
    await Deno.rename(part, new URL(name, folder));
    thread.postMessage({});
  } catch (error) {
    thread.postMessage({ error: `${name}: ${(error as Error).message}` });
  }
};
