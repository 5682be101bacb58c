import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import type { HomeRow } from "../../lib/ipinfo/view/home_view.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { useTexts } from "./language.ts";
import { linkedTargets, WhoisContext } from "./TargetText.tsx";

type Row = Omit<HomeRow, "field">;

/**
 * Facts as rows of label and value. Unknown values are a dash. Names, addresses
 * and numbers, which are in a monospace font, lead to what is known about them.
 */
export function Rows({ rows }: { rows: readonly Row[] }) {
  const { notKnown } = useTexts(siteTexts);
  const hasWhois = useContext(WhoisContext);
  const linked = (text: string) => linkedTargets(text, hasWhois);
  return (
    <dl class="rows">
      {rows.map(({ label, value, mono }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class={mono ? "mono" : undefined}>
            {shown(value, notKnown, mono ? linked : asIs)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

// A function instead of a component, because popular pages have dozens of rows.
function shown(
  value: Row["value"],
  notKnown: string,
  textOf: (text: string) => ComponentChildren,
) {
  if (value === null || value === "") {
    return (
      <span class="unknown" title={notKnown}>
        –
      </span>
    );
  }
  if (typeof value === "number") return value;
  if (typeof value === "string") return textOf(value);
  return (
    <ul>
      {value.map((text) => <li key={text}>{textOf(text)}</li>)}
    </ul>
  );
}

const asIs = (text: string) => text;
