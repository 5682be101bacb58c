interface NavProps {
  label: string;
  /** The path of the page that is shown. */
  current: string;
  links: readonly (readonly [href: string, text: string])[];
}

/** The pages of one part of the site. */
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
