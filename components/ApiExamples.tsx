import { CopyText } from "./CopyText.tsx";

/** Requests that work as they stand, with the token that has just been made; else with a placeholder. */
export function ApiExamples(
  { base, token = "<TOKEN>" }: { base: string; token?: string },
) {
  const curl = `curl -H "Authorization: Bearer ${token}" ${base}/api/v2`;
  return (
    <section class="curl" aria-labelledby="examples-title">
      <h2 id="examples-title">From a script</h2>
      <CopyText label="Your own address" text={curl} />
      <CopyText label="Any address" text={`${curl}/ip/8.8.8.8`} />
      <CopyText label="A domain" text={`${curl}/domain/example.com`} />
    </section>
  );
}
