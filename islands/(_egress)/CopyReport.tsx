import { useSignal } from "@preact/signals";
import type { EgressReport } from "../../lib/shared/egress/report.ts";
import { reportJson } from "../../lib/shared/egress/report_json.ts";
import { reportText } from "../../lib/shared/egress/report_text.ts";

interface CopyReportProps {
  report: EgressReport;
  /** Whether there is something to copy. */
  isReady: boolean;
  /** Tells what has happened. */
  onDone: (sentence: string) => void;
}

/** Takes the results along, as text for people or as JSON for programs. */
export function CopyReport({ report, isReady, onDone }: CopyReportProps) {
  const shown = useSignal<string | null>(null);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      shown.value = null;
      onDone("Copied.");
    } catch {
      // Refused; on a page without HTTPS there is no clipboard at all.
      shown.value = text;
      onDone("Copy the selected text with your keyboard.");
    }
  };
  return (
    <div class="egress-start">
      <button
        type="button"
        disabled={!isReady}
        onClick={() => copy(reportText(report))}
      >
        Copy as text
      </button>
      <button
        type="button"
        disabled={!isReady}
        onClick={() => copy(reportJson(report))}
      >
        Copy as JSON
      </button>
      {shown.value !== null && (
        <textarea
          aria-label="Results to copy"
          readOnly
          rows={8}
          value={shown.value}
          ref={select}
        />
      )}
    </div>
  );
}

function select(area: HTMLTextAreaElement | null) {
  area?.focus();
  area?.select();
}
