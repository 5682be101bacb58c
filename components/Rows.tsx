import type { HomeRow } from "../lib/shared/home_view.ts";

type Row = Omit<HomeRow, "field">;

/** Facts as a table of two columns, each under a label of its own. What is not known is a dash. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl class="rows">
      {rows.map(({ label, value, mono }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class={mono ? "mono" : undefined}>{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

// No component of its own: there are dozens on a page that many ask for.
function shown(value: Row["value"]) {
  if (value === null || value === "") {
    return (
      <span class="unknown" title="not known">
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
