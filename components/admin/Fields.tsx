import { formatText } from "../../lib/i18n/format.ts";
import type { HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { adminFieldTexts } from "../../lib/admin/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { Rows } from "../ui/Rows.tsx";
import {
  type Audience,
  type FieldSettings,
  HOME_FIELD_NAMES,
  HOME_FIELDS,
  type HomeField,
  mayShow,
} from "../../lib/ipinfo/view/home_fields.ts";
import { switchName } from "../../lib/admin/view/admin_view.ts";
import { homeFieldTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { Table } from "../ui/Table.tsx";
import { ActionButton } from "../ui/Fields.tsx";

/** A preview of what an audience sees. */
export function FieldPreview(
  { audience, home }: { audience: string; home: HomeView },
) {
  const texts = useTexts(adminFieldTexts);
  return (
    <section class="card">
      <h3>{audience}</h3>
      <p>
        <code>{home.ip}</code>
      </p>
      <p>{home.verdict}</p>
      {home.isKnown
        ? <Rows rows={home.layers.flat()} />
        : <p class="aside">{texts.notPublic}</p>}
      {home.locked.length > 0 && (
        <p class="aside">
          {formatText(texts.locked, { labels: home.locked.join(texts.comma) })}
        </p>
      )}
    </section>
  );
}

interface FieldSwitchFormProps {
  settings: FieldSettings;
  /** The version of the current settings. A form with an older version is refused. */
  version: string;
}

const LAYERS = [1, 2, 3] as const;

/** The form with the field switches of the home page, in groups. */
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
      {LAYERS.map((layer) => (
        <fieldset key={layer} class="group">
          <legend>{texts.layers[layer]}</legend>
          <Table
            caption={texts.layers[layer]}
            rows={HOME_FIELD_NAMES.filter((field) =>
              HOME_FIELDS[field].layer === layer
            )}
            keyOf={(field) => field}
            empty=""
            columns={{
              [texts.field]: (field) => labels[field],
              [texts.guests]: (field) => cellOf(field, "guest"),
              [texts.members]: (field) => cellOf(field, "member"),
            }}
          />
          {layer === 3 && <p class="aside">{texts.personal}</p>}
        </fieldset>
      ))}
      <p class="buttons">
        <ActionButton action="fields" text={texts.save} />
        <button class="button" type="submit" name="action" value="preview">
          {texts.tryOut}
        </button>
      </p>
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
      <span class="hidden">
        {formatText(texts.switchLabel, {
          field: label,
          audience: texts.audiences[audience],
        })}
      </span>
    </label>
  );
}
