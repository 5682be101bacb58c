import {
  type Audience,
  type FieldSettings,
  HOME_FIELD_NAMES,
  HOME_FIELDS,
  type HomeField,
  mayShow,
} from "../../lib/shared/home_fields.ts";
import { switchName } from "../../lib/shared/switch_name.ts";
import { adminFieldTexts } from "../../lib/shared/texts/admin_fields.ts";
import { homeFieldTexts } from "../../lib/shared/texts/home_fields.ts";
import { useTexts } from "../language.ts";
import { Table } from "../Table.tsx";

interface FieldSwitchFormProps {
  settings: FieldSettings;
  /** Of the settings in force: a form that was opened before a change is refused. */
  version: string;
}

/** Which fields of the home page each audience sees. */
export function FieldSwitchForm({ settings, version }: FieldSwitchFormProps) {
  const texts = useTexts(adminFieldTexts);
  const labels = useTexts(homeFieldTexts);
  const cellOf = (field: HomeField, audience: Audience) => (
    <Switch
      field={field}
      audience={audience}
      isOn={settings[audience][field]}
    />
  );
  return (
    <form class="switches" method="post" action="/admin/fields">
      <input type="hidden" name="version" value={version} />
      <Table
        caption={texts.heading}
        rows={HOME_FIELD_NAMES}
        keyOf={(field) => field}
        empty=""
        columns={{
          [texts.field]: (field) => labels[field],
          [texts.layer]: (field) => texts.layers[HOME_FIELDS[field].layer],
          [texts.guests]: (field) => cellOf(field, "guest"),
          [texts.members]: (field) => cellOf(field, "member"),
        }}
      />
      <button type="submit" name="action" value="fields">{texts.save}</button>
    </form>
  );
}

function Switch(
  { field, audience, isOn }: {
    field: HomeField;
    audience: Audience;
    isOn: boolean;
  },
) {
  const texts = useTexts(adminFieldTexts);
  const label = useTexts(homeFieldTexts)[field];
  if (!mayShow(field, audience)) {
    return <span class="unknown">{texts.never}</span>;
  }
  return (
    <label class="check">
      <input
        type="checkbox"
        name={switchName(audience, field)}
        value="yes"
        checked={isOn}
      />
      <span class="hidden">{texts.switchLabel(label, audience)}</span>
    </label>
  );
}
