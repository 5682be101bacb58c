import type {
  ApiDocs,
  CodeDocs,
  HeaderDocs,
} from "../../lib/shared/api_docs_view.ts";
import { Table } from "../Table.tsx";
import { ExampleBlock } from "./ExampleBlock.tsx";

/** What holds for several endpoints: tokens, limits, errors. */
export function CommonRules({ docs }: { docs: ApiDocs }) {
  return (
    <>
      <section class="panel docs" id="tokens" aria-labelledby="tokens-title">
        <h2 id="tokens-title">Tokens and quotas</h2>
        <p>
          V2 takes an API token, as <code>Authorization: Bearer TOKEN</code> or
          {" "}
          <code>X-API-Key: TOKEN</code>; the first wins where both are sent. A
          member makes one in the{" "}
          <a href="/console">console</a>. Every answer to a token says how its
          month stands, which ends with the calendar's, in UTC.
        </p>
        <p>{docs.quotas}</p>
        <HeaderTable caption="Headers of V2" headers={docs.quotaHeaders} />
      </section>
      <section class="panel docs" id="limits" aria-labelledby="limits-title">
        <h2 id="limits-title">Limits</h2>
        <p>
          Each endpoint names the requests that one client has in a minute.
          Where they are used up the answer is 429, with these headers. Whoever
          goes on for ten minutes of an hour is shut out for an hour.
        </p>
        <HeaderTable caption="Headers of a 429" headers={docs.limitHeaders} />
      </section>
      <section class="panel docs" id="errors" aria-labelledby="errors-title">
        <h2 id="errors-title">Errors</h2>
        <p>
          A status, a code for programs and a sentence for people. Endpoints
          that answer with text say the sentence alone.
        </p>
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
  return (
    <Table
      caption={caption}
      columns={{
        Header: ({ name }) => <code>{name}</code>,
        Meaning: ({ description }) => description,
        Example: ({ example }) => <code>{example}</code>,
      }}
      rows={headers}
      keyOf={({ name }) => name}
      empty=""
    />
  );
}

function CodeTable({ codes }: { codes: readonly CodeDocs[] }) {
  return (
    <Table
      caption="Codes of errors"
      columns={{
        Code: ({ code }) => <code>{code}</code>,
        Status: ({ status }) => status,
        Meaning: ({ meaning }) => meaning,
      }}
      rows={codes}
      keyOf={({ code }) => code}
      empty=""
    />
  );
}
