import {
  type Audience,
  type FieldSettings,
  HOME_FIELD_NAMES,
  HOME_FIELDS,
  type HomeField,
  mayShow,
} from "../../lib/shared/home_fields.ts";
import { switchName } from "../../lib/shared/switch_name.ts";
import { Table } from "../Table.tsx";

interface FieldSwitchFormProps {
  settings: FieldSettings;
  /** Of the settings in force: a form that was opened before a change is refused. */
  version: string;
}

const layers = { 1: "at once", 2: "in the details", 3: "advanced" } as const;

/** Which fields of the home page each audience sees. */
export function FieldSwitchForm({ settings, version }: FieldSwitchFormProps) {
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
        caption="Fields of the home page"
        rows={HOME_FIELD_NAMES}
        keyOf={(field) => field}
        empty=""
        columns={{
          "Field": (field) => HOME_FIELDS[field].label,
          "Layer": (field) => layers[HOME_FIELDS[field].layer],
          "Guests": (field) => cellOf(field, "guest"),
          "Members": (field) => cellOf(field, "member"),
        }}
      />
      <button type="submit" name="action" value="fields">Save</button>
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
  if (!mayShow(field, audience)) {
    return <span class="unknown">never: it is personal data</span>;
  }
  return (
    <label class="check">
      <input
        type="checkbox"
        name={switchName(audience, field)}
        value="yes"
        checked={isOn}
      />
      <span class="hidden">
        {`${HOME_FIELDS[field].label} for ${audience}s`}
      </span>
    </label>
  );
}
