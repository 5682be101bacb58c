import type { Actor } from "../store/audit.ts";
import { unknownAction } from "../core/errors.ts";
import type { FieldSwitches } from "../ipinfo/field_switches.ts";
import { type AdminDone, switchName } from "./view/admin_view.ts";
import {
  type Audience,
  type FieldSettings,
  HOME_FIELD_NAMES,
  type HomeField,
  mayShow,
} from "../ipinfo/view/home_fields.ts";
import type { FormFields } from "./form_actor.ts";

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
