import type { ErrorDocs } from "../../lib/shared/api_docs_view.ts";
import { docsTexts } from "../../lib/shared/texts/docs.ts";
import { useTexts } from "../language.ts";

/** Statuses with their codes; what a code says is in the table below. */
export function ErrorList({ errors }: { errors: readonly ErrorDocs[] }) {
  const t = useTexts(docsTexts);
  return (
    <ul class="values">
      {errors.map(({ status, codes }) => (
        <li key={status}>
          {status} {codes.length > 0
            ? codes.map((code, i) => (
              <span key={code}>
                {i > 0 && t.comma}
                <code>{code}</code>
              </span>
            ))
            : t.quotaUsedUp}
        </li>
      ))}
    </ul>
  );
}
