import type { HomeRow } from "../../lib/ipinfo/view/home_view.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { useTexts } from "./language.ts";

type Row = Omit<HomeRow, "field">;

/** Facts as rows of label and value. Unknown values are a dash. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  const { notKnown } = useTexts(siteTexts);
  return (
    <dl class="rows">
      {rows.map(({ label, value, mono }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class={mono ? "mono" : undefined}>{shown(value, notKnown)}</dd>
        </div>
      ))}
    </dl>
  );
}

// A function instead of a component, because popular pages have dozens of rows.
function shown(value: Row["value"], notKnown: string) {
  if (value === null || value === "") {
    return (
      <span class="unknown" title={notKnown}>
        –
      </span>
    );
  }
  if (typeof value !== "object") return value;
  return (
    <ul>
      {value.map((text) => <li key={text}>{text}</li>)}
    </ul>
  );
}
