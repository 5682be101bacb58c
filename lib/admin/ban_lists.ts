import type { Limits } from "../limits/limits.ts";
import type { ManualBans } from "../limits/manual_bans.ts";
import { formatCidr } from "../net/cidr.ts";
import type { BanLists } from "../shared/ban_lists.ts";

export interface BanListOptions {
  /** Part of a block, an address, a reason or a name; empty for all. */
  text: string;
  /** How many of each list are given. */
  limit: number;
}

/** The bans in force, the latest first. @throws {AppError} 503 */
export async function banLists(
  { manualBans, limits }: {
    manualBans: Pick<ManualBans, "list">;
    limits: Pick<Limits, "automaticBans">;
  },
  { text, limit }: BanListOptions,
): Promise<BanLists> {
  const part = text.trim().toLowerCase();
  const holds = (...texts: string[]) =>
    texts.some((each) => each.toLowerCase().includes(part));
  const manual = (await manualBans.list())
    .map(({ cidr, ...ban }) => ({ ...ban, block: formatCidr(cidr) }))
    .filter(({ block, reason, by }) => holds(block, reason, by));
  const automatic = limits.automaticBans()
    .filter(({ client }) => holds(client));
  return {
    manual: manual.slice(0, limit),
    automatic: automatic.slice(0, limit),
    manualCount: manual.length,
    automaticCount: automatic.length,
  };
}
