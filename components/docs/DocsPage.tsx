import type { ApiDocs } from "../../lib/shared/api_docs_view.ts";
import { CommonRules } from "./CommonRules.tsx";
import { Endpoint } from "./Endpoint.tsx";

/** The whole API on one page. */
export function DocsPage({ docs }: { docs: ApiDocs }) {
  const { paragraphs, groups } = docs;
  return (
    <>
      <section class="panel docs">
        <h1>API</h1>
        {paragraphs.map((text) => <p key={text}>{text}</p>)}
        <p>
          For programs: <a href="/openapi.json">openapi.json</a>, OpenAPI 3.1.
        </p>
        <nav class="contents" aria-label="On this page">
          <ul>
            {groups.map(({ id, name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
            <li>
              <a href="#tokens">Tokens and quotas</a>
            </li>
            <li>
              <a href="#limits">Limits</a>
            </li>
            <li>
              <a href="#errors">Errors</a>
            </li>
          </ul>
        </nav>
      </section>
      {groups.map(({ id, name, description, endpoints }) => (
        <section
          class="panel docs"
          key={id}
          id={id}
          aria-labelledby={`${id}-title`}
        >
          <h2 id={`${id}-title`}>{name}</h2>
          <p>{description}</p>
          {endpoints.map((endpoint) => (
            <Endpoint key={endpoint.id} endpoint={endpoint} />
          ))}
        </section>
      ))}
      <CommonRules docs={docs} />
    </>
  );
}
