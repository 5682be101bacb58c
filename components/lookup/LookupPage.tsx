import { PageHead } from "../ui/PageHead.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import { formatText } from "../../lib/i18n/format.ts";
import {
  AUTO,
  type DnsType,
  type LookupCell,
  type LookupFormValues,
  type LookupTable,
  type LookupView,
} from "../../lib/lookup/view/lookup_view.ts";
import { lookupTexts } from "../../lib/lookup/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { Table } from "../ui/Table.tsx";
import { linkedTargets } from "../ui/linked_targets.tsx";
import type { ComponentChildren } from "preact";
import { Pager } from "../ui/Lists.tsx";
import { LookupForm } from "./LookupForm.tsx";
import { ScanTable } from "./ScanTable.tsx";

type Row = readonly LookupCell[];

export function ResultTable({ table }: { table: LookupTable }) {
  const { caption, columns, rows, empty } = table;
  const numbered = rows.map((cells, index) => ({ cells, index }));
  return (
    <Table
      caption={caption}
      columns={Object.fromEntries(
        columns.map((name, i) => [
          name,
          ({ cells }: { cells: Row }) => shown(cells[i]),
        ]),
      )}
      rows={numbered}
      keyOf={({ index }) => String(index)}
      empty={empty}
    />
  );
}

function shown(cell: LookupCell) {
  if (typeof cell === "string") return cell;
  if ("sentence" in cell) return <span class="sentence">{cell.sentence}</span>;
  const { copy, isPlain = false } = cell;
  return <code class="copyable">{isPlain ? copy : linkedTargets(copy)}</code>;
}

export interface LookupPageProps {
  values: LookupFormValues;
  /** Whether lookups are added to the index, which anyone can search. */
  isRecorded: boolean;
  hasIndex: boolean;
  /** Whether the operator has chosen any blocklists. */
  hasBlocklists: boolean;
  hasZoneCheck: boolean;
  /** Why there is no result, and another mode that would give one. */
  error?: { params: ErrorParams } | null;
  suggestion?: { label: string; path: string } | null;
  result?: LookupView | null;
  /** A running scan, whose rows follow in the stream. */
  scan?: { title: string } | null;
  mode?: DnsType | null;
  /** The path of the same result as JSON; null for guests. */
  jsonPath?: string | null;
  /** The path of the same result as CSV. */
  csvPath?: string | null;
  firstPath?: string | null;
  nextPath?: string | null;
}

/** The form, and the result below it. */
export function LookupPage(props: LookupPageProps) {
  const { values, error, suggestion, result, scan } = props;
  const t = useTexts(lookupTexts);
  const title = result?.title ?? scan?.title;
  return (
    <>
      <PageHead
        title={`${title ?? t.heading} – Porthole`}
        description={t.description}
        styles={["results", "lookup"]}
      >
        {title && <meta name="robots" content="noindex" />}
        {/* Rows are to be seen as they come. */}
        {scan && (
          <link rel="expect" href="#result-title" {...{ blocking: "render" }} />
        )}
      </PageHead>
      <section class="panel">
        <h1>{t.heading}</h1>
        <LookupForm
          values={values}
          hasIndex={props.hasIndex}
          hasBlocklists={props.hasBlocklists}
          hasZoneCheck={props.hasZoneCheck}
          error={error?.params}
          hasFocus={title === undefined}
        />
        {suggestion && (
          <p>
            {t.form.didYouMean}
            <a href={suggestion.path}>{suggestion.label}</a>
          </p>
        )}
        <p class="field-hint">
          {props.isRecorded ? t.recorded : t.notRecorded}
        </p>
      </section>
      {result && (
        <Result {...props} title={result.title}>
          <p>{result.summary}</p>
          {result.notes.map((note) => <p key={note}>{note}</p>)}
          <div id="result-tables">
            {result.tables.map((table) => (
              <div key={table.caption}>
                {result.tables.length > 1 && <h3>{table.caption}</h3>}
                <ResultTable table={table} />
              </div>
            ))}
          </div>
          {result.zoneFile && (
            <details>
              <summary>{t.zoneFile}</summary>
              <pre id="zone-file" role="region" aria-label={t.zoneFile}>
                {result.zoneFile}
              </pre>
            </details>
          )}
        </Result>
      )}
      {scan && (
        <Result {...props} title={scan.title}>
          <ScanTable />
        </Result>
      )}
    </>
  );
}

function Result(
  { title, values, mode, jsonPath, csvPath, firstPath, nextPath, children }:
    & LookupPageProps
    & { title: string; children: ComponentChildren },
) {
  const { form, modes, moreNames, theResult } = useTexts(lookupTexts);
  return (
    <section class="panel result" aria-labelledby="result-title">
      <h2 id="result-title">
        <bdi>{title}</bdi>
      </h2>
      {mode && values.dnsType === AUTO && (
        <p class="field-hint">
          {formatText(form.detected, { mode: modes[mode].label })}
        </p>
      )}
      <p class="exports">
        {jsonPath && <a class="button" href={jsonPath}>JSON</a>}
        {csvPath && <a class="button" href={csvPath}>CSV</a>}
        <CopyButton of="result-tables" what={theResult} />
      </p>
      {children}
      <Pager
        first={firstPath ?? null}
        next={nextPath ?? null}
        nextText={moreNames}
      />
    </section>
  );
}
