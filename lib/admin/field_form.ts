import type { Actor } from "../accounts/audit.ts";
import { unknownAction } from "../http/errors.ts";
import type { FieldSwitches } from "../settings/field_switches.ts";
import type { AdminDone } from "../shared/admin_done.ts";
import {
  type Audience,
  type FieldSettings,
  HOME_FIELD_NAMES,
  type HomeField,
  mayShow,
} from "../shared/home_fields.ts";
import { switchName } from "../shared/switch_name.ts";
import type { FormFields } from "./form_fields.ts";

/** The settings that the boxes of a form say. A box that is not ticked is not sent. */
export function ticked(form: Pick<FormFields, "isTicked">): FieldSettings {
  const shown = (audience: Audience) =>
    Object.fromEntries(HOME_FIELD_NAMES.map((field) => [
      field,
      mayShow(field, audience) && form.isTicked(switchName(audience, field)),
    ])) as Record<HomeField, boolean>;
  return { guest: shown("guest"), member: shown("member") };
}

/**
 * Does what the form about the fields of the home page asks for.
 *
 * @throws {InputError} 409 where somebody else changed them meanwhile
 */
export async function changeFields(
  fieldSwitches: Pick<FieldSwitches, "set">,
  form: FormFields,
  by: Actor,
): Promise<AdminDone> {
  if (form.optional("action") !== "fields") throw unknownAction();
  await fieldSwitches.set(ticked(form), by, form.optional("version") ?? "");
  return "fields";
}
