import { siteTexts } from "../../lib/i18n/site.ts";
import { useTexts } from "./language.ts";

interface NavProps {
  label: string;
  /** The current page's path. */
  current: string;
  links: readonly (readonly [href: string, text: string])[];
}

/** The navigation of one part of the site. */
export function Nav({ label, current, links }: NavProps) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {links.map(([href, text]) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? "page" : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The site's links: for everybody, then for guests or members. */
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
