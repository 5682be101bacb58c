import type { Actor } from "../store/audit.ts";
import { InputError, unknownAction } from "../core/errors.ts";
import type { Limits } from "../limits/limits.ts";
import type { ManualBans } from "../limits/manual_bans.ts";
import {
  type Cidr,
  cidrContains,
  formatCidr,
  parseCidr,
  unmapIpv4Cidr,
} from "../net/cidr.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Language } from "../i18n/language.ts";
import { actorText } from "./audit_rows.ts";
import type { AdminDone, BanLists } from "./view/admin_view.ts";
import type { FormFields } from "./form_actor.ts";

/** What bans are changed by. */
export interface BanServices {
  manualBans: Pick<ManualBans, "add" | "lift">;
  limits: Pick<Limits, "liftAutomaticBan">;
}

/** Who changes bans: from where, and when, in milliseconds since the epoch. */
export interface BanContext {
  by: Actor;
  from: IpAddress;
  nowMs: number;
}

const HOUR_MS = 3_600_000;
/** Ten years; longer ones are for ever. */
export const MAX_BAN_HOURS = 87_600;

/**
 * Does what one of the forms about bans asks for.
 *
 * @throws {InputError} where it cannot be done as it was sent
 * @throws {AppError} 404 where there is no such ban any more
 */
export async function changeBans(
  { manualBans, limits }: BanServices,
  form: FormFields,
  { by, from, nowMs }: BanContext,
): Promise<AdminDone> {
  switch (form.optional("action")) {
    case "ban": {
      const cidr = blockOf(form, from);
      const hours = hoursOf(form);
      await manualBans.add({
        cidr,
        untilMs: hours === null ? null : nowMs + hours * HOUR_MS,
        reason: form.text("reason", { maxLength: 200 }),
      }, by);
      return "banned";
    }
    case "lift":
      await manualBans.lift(form.text("ban"), by);
      return "lifted";
    case "lift-automatic":
      await limits.liftAutomaticBan(form.text("client"), by);
      return "lifted";
    default:
      throw unknownAction();
  }
}

function blockOf(form: FormFields, own: IpAddress): Cidr {
  const parsed = parseCidr(form.text("cidr"));
  if (!parsed) {
    throw new InputError(
      "cidr",
      { reason: "ban_block_malformed" },
    );
  }
  const cidr = unmapIpv4Cidr(parsed);
  // Whoever is shut out cannot lift the ban that did it.
  if (cidrContains(cidr, own)) {
    throw new InputError(
      "cidr",
      { reason: "ban_of_own_address", ip: own.text },
    );
  }
  return cidr;
}

/** Null for a ban without an end, which nobody gets by leaving something out. */
function hoursOf(form: FormFields): number | null {
  if (form.isTicked("forever")) return null;
  const text = form.text("hours");
  const hours = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (hours >= 1 && hours <= MAX_BAN_HOURS) return hours;
  throw new InputError(
    "hours",
    { reason: "ban_hours_malformed", max: MAX_BAN_HOURS },
  );
}

export interface BanListOptions {
  /** Part of a block, an address, a reason or a name; empty for all. */
  text: string;
  /** How many of each list are given. */
  limit: number;
  language?: Language;
}

/** The bans in force, the latest first. @throws {AppError} 503 */
export async function banLists(
  { manualBans, limits }: {
    manualBans: Pick<ManualBans, "list">;
    limits: Pick<Limits, "listAutomaticBans">;
  },
  { text, limit, language = "en" }: BanListOptions,
): Promise<BanLists> {
  const part = text.trim().toLowerCase();
  const holds = (...texts: string[]) =>
    texts.some((each) => each.toLowerCase().includes(part));
  const manual = (await manualBans.list())
    .map(({ cidr, by, ...ban }) => ({
      ...ban,
      block: formatCidr(cidr),
      by: actorText(by, language),
    }))
    .filter(({ block, reason, by }) => holds(block, reason, by));
  const automatic = limits.listAutomaticBans()
    .filter(({ client }) => holds(client));
  return {
    manual: manual.slice(0, limit),
    automatic: automatic.slice(0, limit),
    manualCount: manual.length,
    automaticCount: automatic.length,
  };
}
