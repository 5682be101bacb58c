import * as z from "zod";
import type { Actor } from "../store/audit.ts";
import { type Form, optionalField, parseForm } from "../http/form.ts";
import type { FieldSwitches } from "../ipinfo/field_switches.ts";
import { type AdminDone, switchName } from "./view/admin_view.ts";
import {
  type Audience,
  type FieldSettings,
  HOME_FIELD_NAMES,
  type HomeField,
  mayShow,
} from "../ipinfo/view/home_fields.ts";

/** The settings in a form, by its checkboxes. */
export function submittedSettings(form: Pick<Form, "isTicked">): FieldSettings {
  const shown = (audience: Audience) =>
    Object.fromEntries(HOME_FIELD_NAMES.map((field) => [
      field,
      mayShow(field, audience) && form.isTicked(switchName(audience, field)),
    ])) as Record<HomeField, boolean>;
  return { guest: shown("guest"), member: shown("member") };
}

/** Besides the checkboxes, which `submittedSettings` reads. */
const fieldsForm = z.object({
  action: z.literal("fields"),
  /** The version of the settings that the form was opened with. */
  version: optionalField(),
});

/**
 * Handles the form with the field switches of the home page.
 *
 * @throws {InputError} 409 if someone else changed them in the meantime
 */
export async function changeFields(
  fieldSwitches: Pick<FieldSwitches, "set">,
  form: Form,
  by: Actor,
): Promise<AdminDone> {
  const { version } = parseForm(form, fieldsForm);
  await fieldSwitches.set(submittedSettings(form), by, version ?? "");
  return "fields";
}
