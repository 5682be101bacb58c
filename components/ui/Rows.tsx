import type { HomeRow } from "../../lib/ipinfo/view/home_view.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { useTexts } from "./language.ts";

type Row = Omit<HomeRow, "field">;

/** Facts as a table of two columns, each under a label of its own. What is not known is a dash. */
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

// No component of its own: there are dozens on a page that many ask for.
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
