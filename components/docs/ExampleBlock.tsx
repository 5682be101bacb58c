import type { ExampleDocs } from "../../lib/shared/api_docs_view.ts";

/** An answer as it comes; a long one is folded. */
export function ExampleBlock({ label, text, size }: ExampleDocs) {
  return (
    <details class="more" open={size !== "long"}>
      <summary>{label}</summary>
      <pre tabIndex={0} aria-label={label}>{text}</pre>
    </details>
  );
}
