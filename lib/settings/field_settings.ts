import {
  type Audience,
  DEFAULT_FIELD_SETTINGS,
  type FieldSettings,
  HOME_FIELD_NAMES,
  mayShow,
} from "../shared/home_fields.ts";

const audiences: readonly Audience[] = ["guest", "member"];

/**
 * The settings in a record of the store or a form. Fields it lacks, or has as
 * something else than true or false, are as they were by default; what an
 * audience may not see is off, whatever is written there.
 */
export function asFieldSettings(value: unknown): FieldSettings {
  return { guest: shown(value, "guest"), member: shown(value, "member") };
}

function shown(value: unknown, audience: Audience): FieldSettings[Audience] {
  const chosen = own(value, audience);
  const fields = { ...DEFAULT_FIELD_SETTINGS[audience] };
  for (const field of HOME_FIELD_NAMES) {
    const choice = own(chosen, field);
    if (typeof choice === "boolean") fields[field] = choice;
    if (!mayShow(field, audience)) fields[field] = false;
  }
  return Object.freeze(fields);
}

function own(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name)
    ? value[name]
    : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** What differs, for people to read: `guest: +coordinates -city`; empty where nothing does. */
export function fieldChanges(
  before: FieldSettings,
  after: FieldSettings,
): string {
  return audiences.flatMap((audience) => {
    const changes = HOME_FIELD_NAMES
      .filter((field) => before[audience][field] !== after[audience][field])
      .map((field) => `${after[audience][field] ? "+" : "-"}${field}`);
    return changes.length > 0 ? [`${audience}: ${changes.join(" ")}`] : [];
  }).join("; ");
}
