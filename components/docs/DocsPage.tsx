import type { VNode } from "preact";
import { jsxTemplate } from "preact/jsx-runtime";
import type { ApiDocs } from "../../lib/docs/view/docs_view.ts";
import { docsTexts } from "../../lib/docs/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { CommonRules, Sentence } from "./CommonRules.tsx";
import { Endpoint } from "./Endpoint.tsx";

/** Inserts HTML that Preact has rendered. Only for such HTML, because nothing in it is escaped. */
export function RenderedHtml({ html }: { html: string }) {
  return jsxTemplate([html]);
}

/** The API on one page, in sections that are rendered one at a time. */
export function docsSections(docs: ApiDocs): VNode[] {
  return [
    <Contents key="contents" docs={docs} />,
    ...docs.groups.map((group) => <EndpointGroup key={group.id} {...group} />),
    <CommonRules key="rules" docs={docs} />,
  ];
}

function Contents({ docs: { paragraphs, groups } }: { docs: ApiDocs }) {
  const t = useTexts(docsTexts);
  return (
    <section class="panel docs">
      <h1>{t.heading}</h1>
      {paragraphs.map((text) => <p key={text}>{text}</p>)}
      <p>
        <Sentence
          text={t.forPrograms}
          parts={{ document: <a href="/openapi.json">openapi.json</a> }}
        />
      </p>
      <nav class="contents" aria-label={t.onThisPage}>
        <ul>
          {groups.map(({ id, name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
          <li>
            <a href="#tokens">{t.tokens}</a>
          </li>
          <li>
            <a href="#limits">{t.limits}</a>
          </li>
          <li>
            <a href="#errors">{t.errors}</a>
          </li>
        </ul>
      </nav>
    </section>
  );
}

function EndpointGroup(
  { id, name, description, endpoints }: ApiDocs["groups"][number],
) {
  return (
    <section class="panel docs" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{name}</h2>
      <p>{description}</p>
      {endpoints.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} />
      ))}
    </section>
  );
}
