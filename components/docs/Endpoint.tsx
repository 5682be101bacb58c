import { formatText } from "../../lib/i18n/format.ts";
import type {
  EndpointDocs,
  ErrorDocs,
  ExampleDocs,
} from "../../lib/docs/view/docs_view.ts";
import { docsTexts } from "../../lib/docs/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { Fragment } from "preact";
import { PartedText } from "../ui/SlashText.tsx";
import { TextToCopy } from "../ui/CopyButton.tsx";
import { Table } from "../ui/Table.tsx";

/** A path that breaks before a parameter, rather than within a word. */
export function Path({ path }: { path: string }) {
  return <PartedText parts={path.split(/(?=\{)/)} />;
}

/** An example response. Long ones are folded. */
export function ExampleBlock({ label, text, size }: ExampleDocs) {
  return (
    <details class="more" open={size !== "long"}>
      <summary>{label}</summary>
      <pre tabIndex={0} role="group" aria-label={label}>{text}</pre>
    </details>
  );
}

/** Statuses with their codes. The table below explains the codes. */
function ErrorList({ errors }: { errors: readonly ErrorDocs[] }) {
  const t = useTexts(docsTexts);
  return (
    <ul class="values">
      {errors.map(({ status, codes }) => (
        <li key={status}>
          {status} {codes.length > 0
            ? codes.map((code, i) => (
              <span key={code}>
                {i > 0 && t.comma}
                <code>{code}</code>
              </span>
            ))
            : t.quotaUsedUp}
        </li>
      ))}
    </ul>
  );
}

/**
 * An endpoint: its command line first, then a link to try it, parameters, limit,
 * errors and examples. Only one is open at a time.
 */
export function Endpoint({ endpoint }: { endpoint: EndpointDocs }) {
  const t = useTexts(docsTexts);
  const { id, method, path, parameters, errors, tryUrl } = endpoint;
  const [lines, blocks] = [true, false].map((isLine) =>
    endpoint.examples.filter(({ size }) => (size === "line") === isLine)
  );
  return (
    <details class="panel docs endpoint" name="endpoint">
      <summary>
        <h2>
          <span class="badge">{method}</span>{" "}
          <code>
            <Path path={path} />
          </code>
        </h2>
        <span>{formatText(t.summary, { summary: endpoint.summary })}</span>
      </summary>
      {/* Inside, because browsers open what a fragment leads into. */}
      <div id={id}>
        <TextToCopy
          id={`curl-${id}`}
          label={t.fromScript}
          what={formatText(t.commandOf, { endpoint: `${method} ${path}` })}
          text={endpoint.curl}
        />
        {tryUrl && (
          <a
            class="button"
            href={tryUrl}
            aria-label={formatText(t.tryEndpoint, {
              endpoint: `${method} ${path}`,
            })}
          >
            {t.tryIt}
          </a>
        )}
        {endpoint.paragraphs.map((text) => <p key={text}>{text}</p>)}
        {endpoint.isSwitchedOff && <p class="message">{t.switchedOff}</p>}
        {parameters.length > 0 && (
          <Table
            caption={formatText(t.parametersOf, {
              endpoint: `${method} ${path}`,
            })}
            columns={{
              [t.parameter]: ({ name }) => <code>{name}</code>,
              [t.where]: ({ place }) => place,
              [t.meaning]: ({ description, values }) => (
                <div>
                  {description}
                  {values.length > 0 && <Values values={values} />}
                </div>
              ),
            }}
            rows={parameters}
            keyOf={({ name }) => name}
            empty=""
          />
        )}
        <dl class="terms">
          <dt>{t.limit}</dt>
          <dd>{endpoint.limit}</dd>
          <dt>{t.errors}</dt>
          <dd>
            <ErrorList errors={errors} />
          </dd>
          {lines.map(({ label, text }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>
                <code>{text}</code>
              </dd>
            </Fragment>
          ))}
        </dl>
        {blocks.map((example) => (
          <ExampleBlock
            key={example.label}
            {...example}
          />
        ))}
      </div>
    </details>
  );
}

function Values({ values }: { values: readonly string[] }) {
  return (
    <ul class="values">
      {values.map((value) => (
        <li key={value}>
          <code>{value}</code>
        </li>
      ))}
    </ul>
  );
}
