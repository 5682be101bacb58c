import type { ManualBan } from "../../limits/ip_ban_set.ts";
import type { ManualBans } from "../../limits/manual_bans.ts";
import {
  type Cidr,
  cidrContains,
  formatCidr,
  parseCidr,
  unmapIpv4Cidr,
} from "../../net/cidr.ts";
import { COMMAND_LINE } from "../../store/audit.ts";

/**
 * Runs `ban lift`, for administrators who have locked themselves out.
 *
 * @param command.what the network of a ban, or its id
 * @throws {Error} for the operator if there is no such manual ban
 */
export async function banLift(
  { what }: { what: string },
  bans: Pick<ManualBans, "list" | "lift">,
): Promise<string> {
  const parsed = parseCidr(what);
  const block = parsed && unmapIpv4Cidr(parsed);
  const inForce = await bans.list();
  const ban = inForce.find((ban) =>
    ban.id === what || (block !== null && blockOf(ban) === formatCidr(block))
  );
  if (ban === undefined) throw noBan(what, block, inForce);
  await bans.lift(ban.id, COMMAND_LINE);
  return `The ban on ${blockOf(ban)} has been lifted.\n`;
}

/** A locked-out administrator may know the address, but not the network. */
function noBan(
  what: string,
  block: Cidr | null,
  bans: readonly ManualBan[],
): Error {
  const wider = block &&
    bans.find(({ cidr }) =>
      cidr.prefixLength < block.prefixLength &&
      cidrContains(cidr, block.address)
    );
  return new Error(
    wider
      ? `${what} is covered by the ban on ${
        blockOf(wider)
      }. Lift that ban instead.`
      : `There is no ban on ${what}.`,
  );
}

function blockOf({ cidr }: ManualBan): string {
  return formatCidr(cidr);
}
