import { useSignal } from "@preact/signals";
import { useEgressTexts } from "../texts.ts";
import type { EgressReport } from "../../../lib/shared/egress/report.ts";
import { reportJson } from "../../../lib/shared/egress/report_json.ts";
import { reportText } from "../../../lib/shared/egress/report_text.ts";

interface CopyReportProps {
  report: EgressReport;
  /** Whether there is something to copy. */
  isReady: boolean;
  /** Tells what has happened. */
  onDone: (sentence: string) => void;
}

/** Takes the results along, as text for people or as JSON for programs. */
export function CopyReport({ report, isReady, onDone }: CopyReportProps) {
  const texts = useEgressTexts();
  const words = texts.copy;
  const shown = useSignal<string | null>(null);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      shown.value = null;
      onDone(words.done);
    } catch {
      // Refused; on a page without HTTPS there is no clipboard at all.
      shown.value = text;
      onDone(words.byHand);
    }
  };
  return (
    <div class="egress-start">
      <button
        type="button"
        disabled={!isReady}
        onClick={() => copy(reportText(report, texts))}
      >
        {words.text}
      </button>
      <button
        type="button"
        disabled={!isReady}
        onClick={() => copy(reportJson(report, texts))}
      >
        {words.json}
      </button>
      {shown.value !== null && (
        <textarea
          aria-label={words.area}
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
