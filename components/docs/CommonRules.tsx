import type { ComponentChildren } from "preact";
import type {
  ApiDocs,
  CodeDocs,
  HeaderDocs,
} from "../../lib/docs/view/docs_view.ts";
import { docsTexts } from "../../lib/docs/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { Table } from "../ui/Table.tsx";
import { ExampleBlock } from "./Endpoint.tsx";

interface SentenceProps {
  /** Contains names in braces. */
  text: string;
  /** The markup for each name. */
  parts: Readonly<Record<string, ComponentChildren>>;
}

/** A sentence with markup, whose position depends on the language. */
export function Sentence({ text, parts }: SentenceProps) {
  return (
    <>
      {text.split(/\{(\w+)\}/).map((piece, at) =>
        at % 2 === 0 ? piece : parts[piece]
      )}
    </>
  );
}

/** Tokens, limits and errors of all endpoints. */
export function CommonRules({ docs }: { docs: ApiDocs }) {
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
