import type { ErrorDocs } from "../../lib/shared/api_docs_view.ts";

/** Statuses with their codes; what a code says is in the table below. */
export function ErrorList({ errors }: { errors: readonly ErrorDocs[] }) {
  return (
    <ul class="values">
      {errors.map(({ status, codes }) => (
        <li key={status}>
          {status} {codes.length > 0
            ? codes.map((code, i) => (
              <span key={code}>
                {i > 0 && ", "}
                <code>{code}</code>
              </span>
            ))
            : "the quota is used up"}
        </li>
      ))}
    </ul>
  );
}
