import type { ComponentChildren, VNode } from "preact";
import type {
  ApiDocs,
  CodeDocs,
  HeaderDocs,
} from "../../lib/docs/view/docs_view.ts";
import { formatText } from "../../lib/i18n/format.ts";
import { docsTexts } from "../../lib/docs/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { Endpoint, ExampleBlock, Path } from "./Endpoint.tsx";
import { Table } from "../ui/Table.tsx";

/** The contents, which stay beside the sections, and the sections. */
export function docsLayout(contents: string, sections: string): string {
  return `<div class="guide">${contents}<div>${sections}</div></div>`;
}

type GroupDocs = ApiDocs["groups"][number];

/**
 * A page of the API: its contents, then its sections, which are rendered one at a time.
 *
 * @param id of the group whose endpoints it describes; empty for the page that lists all
 */
export function docsSections(docs: ApiDocs, id: string): VNode[] {
  const group = docs.groups.find((group) => group.id === id) ?? null;
  const contents = <Contents key="contents" docs={docs} current={group} />;
  if (group) {
    return [
      contents,
      <GroupHeading key="heading" group={group} />,
      ...group.endpoints.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} />
      )),
    ];
  }
  return [
    contents,
    <Introduction key="introduction" docs={docs} />,
    ...docs.groups.map((group) => <EndpointList key={group.id} {...group} />),
    <CommonRules key="rules" docs={docs} />,
  ];
}

/** Its first paragraph, and the others on request: together they fill a phone. */
function Introduction({ docs: { paragraphs } }: { docs: ApiDocs }) {
  const t = useTexts(docsTexts);
  const [first, ...more] = paragraphs;
  return (
    <section class="panel docs">
      <h1>{t.heading}</h1>
      <p>{first}</p>
      <details>
        <summary>{t.conventions}</summary>
        {more.map((text) => <p key={text}>{text}</p>)}
      </details>
      <p>
        <Sentence
          text={t.forPrograms}
          parts={{ document: <a href="/openapi.json">openapi.json</a> }}
        />
      </p>
    </section>
  );
}

/** Folded on a phone; on a desk, the stylesheet shows it beside the sections. */
function Contents(
  { docs: { groups }, current }: { docs: ApiDocs; current: GroupDocs | null },
) {
  const t = useTexts(docsTexts);
  return (
    // On a desk, it scrolls.
    <nav
      class="panel docs contents"
      aria-label={t.contents}
      tabIndex={0}
    >
      <details>
        <summary>{t.contents}</summary>
        <ul>
          <li>
            <a href="/docs" aria-current={current ? undefined : "page"}>
              {t.overview}
            </a>
          </li>
          {groups.map((group) => (
            <li key={group.id}>
              <a
                href={`/docs/${group.id}`}
                aria-current={group === current ? "page" : undefined}
              >
                {group.name}
              </a>
              {group === current && (
                <ul>
                  {group.endpoints.map(({ id, method, path }) => (
                    <li key={id}>
                      <a href={`#${id}`}>
                        <code>
                          {method !== "GET" && `${method} `}
                          <Path path={path} />
                        </code>
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
          <li>
            <a href="/docs#tokens">{t.tokens}</a>
          </li>
          <li>
            <a href="/docs#limits">{t.limits}</a>
          </li>
          <li>
            <a href="/docs#errors">{t.errors}</a>
          </li>
        </ul>
      </details>
    </nav>
  );
}

/** The endpoints of a group, with links to their descriptions. */
function EndpointList({ id, name, description, endpoints }: GroupDocs) {
  const t = useTexts(docsTexts);
  return (
    <section class="panel docs" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <a href={`/docs/${id}`}>{name}</a>
      </h2>
      <p>{description}</p>
      <ul class="endpoints">
        {endpoints.map((endpoint) => (
          <li key={endpoint.id}>
            <a href={`/docs/${id}#${endpoint.id}`}>
              <span class="badge">{endpoint.method}</span>{" "}
              <code>
                <Path path={endpoint.path} />
              </code>
            </a>
            <span>
              {formatText(t.summary, { summary: endpoint.summary })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function GroupHeading({ group }: { group: GroupDocs }) {
  const t = useTexts(docsTexts);
  return (
    <section class="panel docs">
      <h1>{group.name}</h1>
      <p>{group.description}</p>
      <p>
        <a href="/docs">{t.all}</a>
      </p>
    </section>
  );
}

interface SentenceProps {
  /** Contains names in braces. */
  text: string;
  /** The markup for each name. */
  parts: Readonly<Record<string, ComponentChildren>>;
}

/** A sentence with markup, whose position depends on the language. */
function Sentence({ text, parts }: SentenceProps) {
  return (
    <>
      {text.split(/\{(\w+)\}/).map((piece, at) =>
        at % 2 === 0 ? piece : parts[piece]
      )}
    </>
  );
}

/** Tokens, limits and errors of all endpoints. */
function CommonRules({ docs }: { docs: ApiDocs }) {
  const t = useTexts(docsTexts);
  return (
    <>
      <section class="panel docs" id="tokens" aria-labelledby="tokens-title">
        <h2 id="tokens-title">{t.tokens}</h2>
        <p>
          <Sentence
            text={t.tokensText}
            parts={{
              bearer: <code>Authorization: Bearer TOKEN</code>,
              apiKey: <code>X-API-Key: TOKEN</code>,
              console: <a href="/console">{t.console}</a>,
            }}
          />
        </p>
        <p>{docs.quotas}</p>
        <HeaderTable caption={t.quotaHeaders} headers={docs.quotaHeaders} />
      </section>
      <section class="panel docs" id="limits" aria-labelledby="limits-title">
        <h2 id="limits-title">{t.limits}</h2>
        <p>{t.limitsText}</p>
        <HeaderTable caption={t.limitHeaders} headers={docs.limitHeaders} />
      </section>
      <section class="panel docs" id="errors" aria-labelledby="errors-title">
        <h2 id="errors-title">{t.errors}</h2>
        <p>{t.errorsText}</p>
        <CodeTable codes={docs.codes} />
        {docs.errorExamples.map((example) => (
          <ExampleBlock key={example.label} {...example} />
        ))}
      </section>
    </>
  );
}

function HeaderTable(
  { caption, headers }: { caption: string; headers: readonly HeaderDocs[] },
) {
  const t = useTexts(docsTexts);
  return (
    <Table
      caption={caption}
      columns={{
        [t.header]: ({ name }) => <code>{name}</code>,
        [t.meaning]: ({ description }) => description,
        [t.example]: ({ example }) => <code>{example}</code>,
      }}
      rows={headers}
      keyOf={({ name }) => name}
      empty=""
    />
  );
}

function CodeTable({ codes }: { codes: readonly CodeDocs[] }) {
  const t = useTexts(docsTexts);
  return (
    <Table
      caption={t.codes}
      columns={{
        [t.code]: ({ code }) => <code>{code}</code>,
        [t.status]: ({ status }) => status,
        [t.meaning]: ({ meaning }) => meaning,
      }}
      rows={codes}
      keyOf={({ code }) => code}
      empty=""
    />
  );
}
