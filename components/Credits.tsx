import type { DatabaseCredit } from "../lib/shared/credit.ts";
import { siteTexts } from "../lib/shared/texts/site.ts";
import { useTexts } from "./language.ts";

/** The credits the databases' licences ask for, with their dates. */
export function Credits(
  { credits }: { credits: readonly DatabaseCredit[] },
) {
  const { noPrecisePosition, about, database } = useTexts(siteTexts);
  return (
    <div class="credits" id="credits">
      {credits.map(({ name, url, attribution, licence, builtOn }) => (
        <p key={name}>
          <a href={url}>{attribution}</a>
          {` · ${database(name)}, ${builtOn}, ${licence}`}
        </p>
      ))}
      <p>
        {noPrecisePosition} <a href="/about">{about}</a>
      </p>
    </div>
  );
}
