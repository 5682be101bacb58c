import type { DatabaseCredit } from "../lib/shared/credit.ts";

/** The credits the databases' licences ask for, with their dates. */
export function Credits(
  { credits }: { credits: readonly DatabaseCredit[] },
) {
  return (
    <footer class="credits">
      {credits.map(({ name, url, attribution, licence, builtOn }) => (
        <p key={name}>
          <a href={url}>{attribution}</a>
          {` · ${name}, ${builtOn}, ${licence}`}
        </p>
      ))}
      <p>
        A location is inferred from registrations and routes. It is never a
        precise position.
      </p>
    </footer>
  );
}
