import * as z from "zod";
import {
  readTextIfExists,
  replaceFile,
} from "../../data/update/durable_file.ts";
import { parseIpv4, parseIpv6 } from "../../net/ip_address.ts";
import type { ReportedAddresses } from "./address_watcher.ts";

const state = z.strictObject({
  ipv4: z.string().refine((text) => parseIpv4(text) !== null).optional(),
  ipv6: z.string().refine((text) => parseIpv6(text) !== null).optional(),
});

/**
 * The addresses that an earlier run reported; none if there is no file.
 *
 * @throws {Error} for the operator if the file is another one, which must not be
 * overwritten
 */
export async function readState(path: string): Promise<ReportedAddresses> {
  const text = await readTextIfExists(path);
  if (text === null) return {};
  const { data } = state.safeParse(parsedOrNull(text));
  if (!data) throw new Error(`${path} is not a state file of watch.`);
  return { 4: data.ipv4, 6: data.ipv6 };
}

export async function writeState(
  path: string,
  { 4: ipv4, 6: ipv6 }: ReportedAddresses,
): Promise<void> {
  await replaceFile(path, JSON.stringify({ ipv4, ipv6 }) + "\n");
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
