import type { Actor } from "../store/audit.ts";
import * as z from "zod";
import { InputError } from "../core/errors.ts";
import {
  checkboxField,
  type Form,
  optionalField,
  parsedField,
  parseForm,
  textField,
} from "../http/form.ts";
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

interface BanServices {
  manualBans: Pick<ManualBans, "add" | "lift">;
  limits: Pick<Limits, "liftAutomaticBan">;
}

/** The actor, their address, and the time in milliseconds since the epoch. */
interface BanContext {
  by: Actor;
  from: IpAddress;
  nowMs: number;
}

const HOUR_MS = 3_600_000;
/** Ten years. Longer bans must be permanent. */
export const MAX_BAN_HOURS = 87_600;

const banForms = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("ban"),
    cidr: parsedField(parseCidr, { reason: "ban_block_malformed" }),
    hours: optionalField(),
    forever: checkboxField(),
    reason: textField(200),
  }),
  z.object({ action: z.literal("lift"), ban: textField() }),
  z.object({ action: z.literal("lift-automatic"), client: textField() }),
]);

/**
 * Handles the forms that add and lift bans.
 *
 * @throws {InputError} if the form is invalid or the ban is not allowed
 * @throws {AppError} 404 if the ban no longer exists
 */
export async function changeBans(
  { manualBans, limits }: BanServices,
  form: Form,
  { by, from, nowMs }: BanContext,
): Promise<AdminDone> {
  const fields = parseForm(form, banForms);
  switch (fields.action) {
    case "ban": {
      const cidr = allowedCidr(fields.cidr, from);
      const hours = hoursOf(fields);
      const untilMs = hours === null ? null : nowMs + hours * HOUR_MS;
      await manualBans.add({ cidr, untilMs, reason: fields.reason }, by);
      return "banned";
    }
    case "lift":
      await manualBans.lift(fields.ban, by);
      return "lifted";
    case "lift-automatic":
      await limits.liftAutomaticBan(fields.client, by);
      return "lifted";
  }
}

function allowedCidr(parsed: Cidr, own: IpAddress): Cidr {
  const cidr = unmapIpv4Cidr(parsed);
  // A banned administrator could not lift the ban.
  if (cidrContains(cidr, own)) {
    throw new InputError(
      "cidr",
      { reason: "ban_of_own_address", ip: own.text },
    );
  }
  return cidr;
}

/** Null for a permanent ban, which must be chosen: missing hours are an error. */
function hoursOf(
  { hours, forever }: { hours: string | null; forever: boolean },
): number | null {
  if (forever) return null;
  if (hours === null) {
    throw new InputError("hours", { reason: "field_required" });
  }
  const count = /^\d{1,6}$/.test(hours) ? Number(hours) : NaN;
  if (count >= 1 && count <= MAX_BAN_HOURS) return count;
  throw new InputError(
    "hours",
    { reason: "ban_hours_malformed", max: MAX_BAN_HOURS },
  );
}

interface BanListOptions {
  /** Part of a block, an address, a reason or an actor; empty for all bans. */
  text: string;
  /** Maximum length of each list. */
  limit: number;
  language?: Language;
}

/** The active bans, newest first. @throws {AppError} 503 */
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
