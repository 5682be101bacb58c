import { reportJson, reportText } from "../../lib/egress/view/report_export.ts";
import type { ReportProps } from "./props.ts";

interface CopyReportProps extends ReportProps {
  /** Whether there is a result to copy. */
  isReady: boolean;
  /** The text to copy by keyboard if the clipboard is unavailable. */
  byHand: string | null;
  onCopy: (text: string) => void;
}

/** Copies the results as text for people or as JSON for programs. */
export function CopyReport(
  { report, texts, isReady, byHand, onCopy }: CopyReportProps,
) {
  const words = texts.copy;
  return (
    <div class="egress-start">
      <button
        type="button"
        disabled={!isReady}
        onClick={() => onCopy(reportText(report, texts))}
      >
        {words.text}
      </button>
      <button
        type="button"
        disabled={!isReady}
        onClick={() => onCopy(reportJson(report, texts))}
      >
        {words.json}
      </button>
      {byHand !== null && (
        <textarea
          aria-label={words.area}
          readOnly
          rows={8}
          value={byHand}
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
