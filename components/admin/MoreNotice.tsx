import { numberText } from "../../lib/shared/time_text.ts";

/** Says that a list goes on, and how to see the rest. */
export function MoreNotice({ shown, count }: { shown: number; count: number }) {
  if (count <= shown) return null;
  return (
    <p class="aside">
      {`These are the latest ${numberText(shown)} of ${
        numberText(count)
      }; search for the others.`}
    </p>
  );
}
