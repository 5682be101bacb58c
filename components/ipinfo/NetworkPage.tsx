import { networkTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { NetworkView } from "../../lib/ipinfo/view/home_view.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Rows } from "../ui/Rows.tsx";
import { AddressText } from "../ui/AddressText.tsx";
import { TargetText, WhoisContext } from "../ui/TargetText.tsx";
import { useLanguage, useTexts } from "../ui/language.ts";
import { Hero } from "./Hero.tsx";
import { LinkGroup, LinksCard } from "./LinksCard.tsx";
import { summaryMarkup } from "./page_parts.tsx";
import { SearchForm } from "./Search.tsx";
import { SubjectHead } from "./SubjectHead.tsx";
import { FactCard } from "./FactCard.tsx";

interface NetworkPageProps {
  view: NetworkView;
  /** The service's origin. */
  base: string;
}

/** The page about a network or an autonomous system. */
export function NetworkPage({ view, base }: NetworkPageProps) {
  const texts = useTexts(networkTexts);
  const language = useLanguage();
  const { name, summary, description, sample, blocks } = view;
  const title = [name, view.title].filter(Boolean).join(" · ");
  return (
    // A block leads to its page, which leads to the registration.
    <WhoisContext.Provider value={false}>
      <SubjectHead
        title={title}
        description={description}
        base={base}
        name={name}
      />
      <Hero
        heading={
          <div class="ip-line">
            <h1>
              <span class="caption">{view.caption}</span>
              <span id="ip" class={name.includes(":") ? "ip long" : "ip"}>
                <AddressText ip={name} />
              </span>
            </h1>
            <CopyButton of="ip" what={name} />
          </div>
        }
        html={{ summary: summaryMarkup(summary, language) }}
        note={sample !== null && (
          <p class="hint">
            {texts.sampleBefore}
            <a href={`/${sample}`}>{sample}</a>
            {texts.sampleAfter}
          </p>
        )}
      />
      <SearchForm />
      <div class="cards">
        {view.cards.map(({ icon, title, rows }) => (
          <FactCard key={title} icon={icon} title={title}>
            <Rows rows={rows} />
          </FactCard>
        ))}
        <LinksCard
          title={view.moreAbout}
          base={base}
          name={<AddressText ip={name} />}
        >
          {view.links.map(([title, links]) => (
            <LinkGroup key={title} title={title} links={links} />
          ))}
        </LinksCard>
      </div>
      {blocks.map(({ title, first, more }) => (
        <section key={title} class="panel" aria-label={title}>
          <h2>{title}</h2>
          <ul class="blocks">
            {first.map((block) => (
              <li key={block}>
                <code>
                  <TargetText text={block} />
                </code>
              </li>
            ))}
          </ul>
          {more !== null && <p class="hint">{more}</p>}
        </section>
      ))}
    </WhoisContext.Provider>
  );
}
