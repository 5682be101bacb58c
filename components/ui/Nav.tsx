import { useContext } from "preact/hooks";
import { siteTexts } from "../../lib/i18n/site.ts";
import { useTexts } from "./language.ts";
import { WhoisContext } from "./TargetText.tsx";

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

interface SiteLinksProps {
  isMember: boolean;
  isAdmin: boolean;
  /** The current page's path. */
  path: string;
}

/** The site's links: for everybody, then for guests or members. */
export function SiteLinks({ isMember, isAdmin, path }: SiteLinksProps) {
  const texts = useTexts(siteTexts);
  const linkTo = (href: string, text: string) => (
    <a href={href} aria-current={currentOf(href, path)}>{text}</a>
  );
  return (
    <nav class="site-links" aria-label={texts.site}>
      {linkTo("/egress", texts.egress)}
      {linkTo("/lookup", texts.lookup)}
      {useContext(WhoisContext) && linkTo("/whois", texts.whois)}
      {linkTo("/docs", texts.api)}
      <span class="account">
        {isMember
          ? (
            <>
              {linkTo("/console", texts.console)}
              {isAdmin && linkTo("/admin", texts.admin)}
              <form method="post" action="/sign-out">
                <button class="link" type="submit">{texts.signOut}</button>
              </form>
            </>
          )
          : linkTo("/sign-in", texts.signIn)}
      </span>
    </nav>
  );
}

/** `page` for a link to the current page, `true` for one to the part of the site that it belongs to. */
function currentOf(href: string, path: string): "page" | "true" | undefined {
  if (path === href) return "page";
  return path.startsWith(`${href}/`) ? "true" : undefined;
}
