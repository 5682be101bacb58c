import { asset, Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import type { LookupView, TypedLookup } from "../../lib/shared/lookup_view.ts";
import { lookupTexts } from "../../lib/shared/texts/lookup.ts";
import { Pager } from "../admin/Pager.tsx";
import { useTexts } from "../language.ts";
import { LookupForm } from "./LookupForm.tsx";
import { ResultTable } from "./ResultTable.tsx";
import { ScanTable } from "./ScanTable.tsx";

export interface LookupPageProps {
  typed: TypedLookup;
  /** Whether lookups feed the index, which anyone can search. */
  isRecorded: boolean;
  /** Why there is no result, and another mode that would give one. */
  fault?: { message: string } | null;
  suggestion?: { label: string; path: string } | null;
  result?: LookupView | null;
  /** A scan that has only begun: its rows follow. */
  scan?: { title: string } | null;
  /** Where the same is to be had as JSON; null for guests. */
  jsonPath?: string | null;
  firstPath?: string | null;
  nextPath?: string | null;
}

/** The form, and below it what was found. */
export function LookupPage(props: LookupPageProps) {
  const { typed, fault, suggestion, result, scan } = props;
  const t = useTexts(lookupTexts);
  const title = result?.title ?? scan?.title;
  return (
    <>
      <Head>
        <title>{`${title ?? t.heading} – Porthole`}</title>
        <meta name="description" content={t.description} />
        {title && <meta name="robots" content="noindex" />}
        {/* Rows are to be seen as they come. */}
        {scan && (
          <link rel="expect" href="#result-title" {...{ blocking: "render" }} />
        )}
        <link
          key="lookup"
          rel="stylesheet"
          href={asset("/lookup.css")}
        />
      </Head>
      <section class="panel">
        <h1>{t.heading}</h1>
        <LookupForm typed={typed} error={fault?.message} />
        <p class="field-hint">
          {props.isRecorded ? t.recorded : t.notRecorded}
        </p>
        {suggestion && (
          <p>
            {t.form.wouldFit}
            <a href={suggestion.path}>{suggestion.label}</a>
          </p>
        )}
      </section>
      {result && (
        <Result {...props} title={result.title}>
          <p>{result.summary}</p>
          {result.tables.map((table) => (
            <div key={table.caption}>
              {result.tables.length > 1 && <h3>{table.caption}</h3>}
              <ResultTable table={table} />
            </div>
          ))}
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
  { title, jsonPath, firstPath, nextPath, children }: LookupPageProps & {
    title: string;
    children: ComponentChildren;
  },
) {
  const { moreNames } = useTexts(lookupTexts);
  return (
    <section class="panel result" aria-labelledby="result-title">
      <h2 id="result-title">
        <bdi>{title}</bdi>
      </h2>
      {jsonPath && (
        <p>
          <a class="button" href={jsonPath}>JSON</a>
        </p>
      )}
      {children}
      <Pager
        first={firstPath ?? null}
        next={nextPath ?? null}
        nextText={moreNames}
      />
    </section>
  );
}
