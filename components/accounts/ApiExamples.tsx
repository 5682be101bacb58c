import { consoleTexts } from "../../lib/accounts/view/console_texts.ts";
import { CopyText } from "../ui/CopyText.tsx";
import { useTexts } from "../ui/language.ts";

/** Requests to copy, with the token that was just created or a placeholder. */
export function ApiExamples(
  { base, token = "<TOKEN>" }: { base: string; token?: string },
) {
  const { examples } = useTexts(consoleTexts);
  const curl = `curl -H "Authorization: Bearer ${token}" ${base}/api/v2`;
  return (
    <section class="curl" aria-labelledby="examples-title">
      <h2 id="examples-title">{examples.heading}</h2>
      <CopyText label={examples.own} text={curl} />
      <CopyText label={examples.any} text={`${curl}/ip/8.8.8.8`} />
      <CopyText label={examples.domain} text={`${curl}/domain/example.com`} />
    </section>
  );
}
