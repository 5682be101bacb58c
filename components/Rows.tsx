import type { HomeRow } from "../lib/shared/home_view.ts";

/** Facts as a table of two columns. What is not known is a dash. */
export function Rows({ rows }: { rows: readonly HomeRow[] }) {
  return (
    <dl class="rows">
      {rows.map(({ label, value, mono }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class={mono ? "mono" : undefined}>
            {value === null || value === ""
              ? (
                <span class="unknown" title="not known">
                  –
                </span>
              )
              : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
