import { consoleTexts } from "../lib/shared/texts/account_console.ts";
import { numberText } from "../lib/shared/time_text.ts";
import { useTexts } from "./language.ts";

/** How much of an amount is gone, as a bar and in numbers. */
export function Meter(
  { label, used, limit }: { label: string; used: number; limit: number },
) {
  const { token } = useTexts(consoleTexts);
  const left = Math.max(0, limit - used);
  return (
    <div class="meter">
      <meter
        aria-label={label}
        min={0}
        // A meter without a span would show as full.
        max={Math.max(1, limit)}
        value={used}
      />
      <span>
        {token.used(numberText(used), numberText(limit), numberText(left))}
      </span>
    </div>
  );
}
