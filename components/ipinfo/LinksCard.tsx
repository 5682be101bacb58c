import type { ComponentChildren } from "preact";
import { AddressText } from "../ui/AddressText.tsx";
import { SlashText } from "../ui/SlashText.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { useTexts } from "../ui/language.ts";
import { FactCard } from "./FactCard.tsx";

interface LinkGroupProps {
  title: string;
  links: readonly (readonly [label: string, href: string])[];
}

export function LinkGroup({ title, links }: LinkGroupProps) {
  return (
    <LinkRow title={title}>
      {links.map(([label, href]) => (
        <PageLink key={href} label={label} href={href} />
      ))}
    </LinkRow>
  );
}

/** @param children as `PageLink` renders them */
export function LinkRow(
  { title, children }: { title: string; children?: ComponentChildren },
) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function PageLink({ label, href }: { label: string; href: string }) {
  return (
    <a href={href}>
      {label.includes(":") ? <AddressText ip={label} /> : label}
    </a>
  );
}

interface LinksCardProps {
  title: string;
  /** The service's origin. */
  base: string;
  /** The page's own path, after the slash. */
  name: ComponentChildren;
  /** As `LinkGroup` renders them. */
  children: ComponentChildren;
}

/** What else this service knows of a page's subject, and the page's own address to share. */
export function LinksCard({ title, base, name, children }: LinksCardProps) {
  const { share } = useTexts(homeTexts);
  return (
    <FactCard icon="links" title={title} class="target-links">
      <dl class="rows">
        {children}
        <div>
          <dt>{share.title}</dt>
          <dd class="share">
            <code id="link" class="copyable">
              <SlashText text={`${base}/`} />
              <wbr />
              {name}
            </code>
            <CopyButton of="link" what={share.what} isShared />
          </dd>
        </div>
      </dl>
    </FactCard>
  );
}
