import * as z from "zod";
import type { Accounts } from "../accounts/accounts.ts";
import type { Actor, Audit } from "../store/audit.ts";
import { type Form, parseForm } from "../http/form.ts";
import type { Limits } from "../limits/limits.ts";
import type { ManualBans } from "../limits/manual_bans.ts";
import type { FieldSwitches } from "../ipinfo/field_switches.ts";
import type { DataFile } from "../data/view/data_file.ts";
import type { AdminDone } from "./view/admin_view.ts";
import {
  type RequestEvidence,
  type SetupEvidence,
  setupLines,
} from "./setup.ts";
import type { SetupChecks } from "./setup_checks.ts";
import { type Audience, HOME_FIELD_NAMES } from "../ipinfo/view/home_fields.ts";

interface OverviewServices {
  accounts: Pick<Accounts, "counts">;
  manualBans: Pick<ManualBans, "list">;
  limits: Pick<Limits, "listAutomaticBans">;
  fieldSwitches: Pick<FieldSwitches, "current">;
  audit: Pick<Audit, "list">;
  dataUpdates: {
    files(): Promise<DataFile[]>;
    readonly running: Promise<void> | null;
    readonly canUpdate: boolean;
  };
  dnsIndex: { readonly isOff: boolean };
  egress: Pick<SetupEvidence, "off">;
  setupChecks: Pick<SetupChecks, "evidence">;
  config: SetupEvidence["config"];
}

const LATEST = 5;

/** The status of the service, for administrators. @throws {AppError} 503 */
export async function overview(
  services: OverviewServices,
  request: RequestEvidence,
) {
  const { config, dataUpdates, fieldSwitches } = services;
  const [counts, bans, { entries }, files, probes] = await Promise.all([
    services.accounts.counts(),
    services.manualBans.list(),
    services.audit.list({ before: null, limit: LATEST }),
    dataUpdates.files(),
    services.setupChecks.evidence(),
  ]);
  const { canUpdate } = dataUpdates;
  const unfailed = files.filter(({ failure }) => failure === null);
  const shownTo = (audience: Audience) =>
    HOME_FIELD_NAMES.filter((field) => fieldSwitches.current[audience][field])
      .length;
  return {
    /** Of the administrators, only those that are not disabled. */
    ...counts,
    manualBans: bans.length,
    automaticBans: services.limits.listAutomaticBans().length,
    /** How many of the `fields` of the home page each audience sees. */
    shown: { guest: shownTo("guest"), member: shownTo("member") },
    fields: HOME_FIELD_NAMES.length,
    latest: entries,
    data: {
      files,
      isUpdating: dataUpdates.running !== null,
      canUpdate,
    },
    setup: setupLines({
      ...probes,
      request,
      config,
      off: services.egress.off,
      lists: {
        loaded: files.filter(({ isInUse }) => isInUse).length,
        failed: files.length - unfailed.length,
        missing: unfailed.filter(({ isInUse, needs }) =>
          !isInUse && needs.length === 0
        ).length,
        canUpdate,
      },
      isIndexOff: services.dnsIndex.isOff,
    }),
  };
}

const updateForm = z.object({ action: z.literal("update-data") });

/**
 * Handles the button that updates the data in the background.
 *
 * @throws {AppError} 503
 */
export async function updateData(
  { audit, dataUpdates }: {
    audit: Pick<Audit, "record">;
    dataUpdates: Omit<OverviewServices["dataUpdates"], "files"> & {
      startNow(): void;
    };
  },
  form: Form,
  by: Actor,
): Promise<AdminDone> {
  parseForm(form, updateForm);
  if (!dataUpdates.canUpdate) return "data-off";
  if (dataUpdates.running) return "data-running";
  await audit.record("data.update", "data", by);
  dataUpdates.startNow();
  return "data-started";
}
