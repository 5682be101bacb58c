import { siteTexts } from "../lib/shared/texts/site.ts";
import { useTexts } from "./language.ts";

/** Where to go from here: for everybody, then for guests or members. */
export function SiteLinks(
  { isMember, isAdmin }: { isMember: boolean; isAdmin: boolean },
) {
  const texts = useTexts(siteTexts);
  return (
    <nav class="site-links" aria-label={texts.site}>
      <a href="/egress">{texts.egress}</a>
      <a href="/lookup">{texts.lookup}</a>
      <a href="/whois">{texts.whois}</a>
      <a href="/docs">{texts.api}</a>
      {isMember
        ? (
          <>
            <a href="/console">{texts.console}</a>
            {isAdmin && <a href="/admin">{texts.admin}</a>}
            <form method="post" action="/sign-out">
              <button class="link" type="submit">{texts.signOut}</button>
            </form>
          </>
        )
        : <a href="/sign-in">{texts.signIn}</a>}
    </nav>
  );
}
