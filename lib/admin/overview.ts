import type { Accounts } from "../accounts/accounts.ts";
import type { Audit, AuditEntry } from "../store/audit.ts";
import type { Limits } from "../limits/limits.ts";
import type { ManualBans } from "../limits/manual_bans.ts";
import type { FieldSwitches } from "../ipinfo/field_switches.ts";
import { type Audience, HOME_FIELD_NAMES } from "../ipinfo/view/home_fields.ts";

export interface OverviewServices {
  accounts: Pick<Accounts, "counts">;
  manualBans: Pick<ManualBans, "list">;
  limits: Pick<Limits, "listAutomaticBans">;
  fieldSwitches: Pick<FieldSwitches, "current">;
  audit: Pick<Audit, "list">;
}

/** The status of the service, for administrators. */
export interface Overview {
  accounts: number;
  /** Only those that are not disabled. */
  administrators: number;
  manualBans: number;
  automaticBans: number;
  /** How many of the `fields` of the home page each audience sees. */
  shown: Record<Audience, number>;
  fields: number;
  /** The latest audit entries. */
  latest: AuditEntry[];
}

const LATEST = 5;

/** @throws {AppError} 503 */
export async function overview(
  { accounts, manualBans, limits, fieldSwitches, audit }: OverviewServices,
): Promise<Overview> {
  const [counts, bans, { entries }] = await Promise.all([
    accounts.counts(),
    manualBans.list(),
    audit.list({ before: null, limit: LATEST }),
  ]);
  const shownTo = (audience: Audience) =>
    HOME_FIELD_NAMES.filter((field) => fieldSwitches.current[audience][field])
      .length;
  return {
    ...counts,
    manualBans: bans.length,
    automaticBans: limits.listAutomaticBans().length,
    shown: { guest: shownTo("guest"), member: shownTo("member") },
    fields: HOME_FIELD_NAMES.length,
    latest: entries,
  };
}
