import { LOOKUP_MODES } from "../../lib/lookup/modes.ts";
import { type Context, page } from "fresh";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { LanguageProvider } from "../../components/ui/language.ts";
import {
  LookupPage,
  type LookupPageProps,
} from "../../components/lookup/LookupPage.tsx";
import {
  SCAN_SLOTS,
  ScanEnd,
  ScanRowsEnd,
  ScanStep,
} from "../../components/lookup/ScanTable.tsx";
import { bootScript, byMethod, define, type State } from "../../define.ts";
import {
  type DnsQuery,
  parseDnsQuery,
  type QueryOf,
  type RawQuery,
} from "../../lib/lookup/dns_query.ts";
import { SizedResponse, STREAM_BYTES } from "../../lib/http/compression.ts";
import {
  formValuesOf,
  LOOKUP_OUTPUTS,
  type LookupOutput,
  lookupPath,
  rawQueryOf,
  suggestionFor,
  whoisPathFor,
} from "../../lib/lookup/lookup_path.ts";
import { inFormWords } from "../../lib/lookup/lookup_errors.ts";
import { lookupView, summaryText } from "../../lib/lookup/result_view.ts";
import {
  csvResponse,
  jsonResponse,
  seeOther,
} from "../../lib/http/responses.ts";
import { lookupCsv } from "../../lib/lookup/csv.ts";
import { AppError, asAppError, InputError } from "../../lib/core/errors.ts";
import { htmlStream, splitAtSlots } from "../../lib/lookup/html_stream.ts";
import { choiceOf } from "../../lib/http/query.ts";
import { enforceRateLimit } from "../../lib/http/rate_limit.ts";
import { languageOf } from "../../lib/http/preferences.ts";
import { formError, pageInit } from "../../lib/http/form.ts";
import { optionalMember } from "../../lib/accounts/sign_in/request_member.ts";
import { errorText } from "../../lib/i18n/errors.ts";
import { formatText } from "../../lib/i18n/format.ts";
import { lookupTexts } from "../../lib/lookup/view/texts.ts";

/**
 * Parses the query, and counts it in the rate limit of its mode; an invalid
 * query counts as a lookup.
 */
function parseAndCount(rawQuery: RawQuery, ctx: Context<State>): DnsQuery {
  let bucket: "lookup" | "scan" = "lookup";
  try {
    const query = parseDnsQuery(rawQuery);
    const isNetwork = query.dnsType === "ip_domains" && query.isNetwork;
    bucket = isNetwork ? "scan" : LOOKUP_MODES[query.dnsType].bucket;
    return query;
  } finally {
    enforceRateLimit(ctx, bucket);
  }
}

async function dataOf(
  ctx: Context<State>,
  rawQuery: RawQuery,
  output: LookupOutput,
) {
  const { req, state } = ctx;
  const query = parseAndCount(rawQuery, ctx);
  const { client, services } = state;
  const envelope = await services.lookup.run(query, {
    client,
    signal: req.signal,
  });
  return output === "json"
    ? jsonResponse(envelope)
    : csvResponse(lookupCsv(envelope), `${query.dnsType}.csv`);
}

/** The form with the values of a query, and what this server offers. */
export function formOf(
  rawQuery: RawQuery,
  { config, dnsIndex }: Pick<State["services"], "config" | "dnsIndex">,
) {
  const hasIndex = !dnsIndex.isOff;
  return {
    values: formValuesOf(rawQuery),
    isRecorded: config.LOOKUP_RECORD === "on" && hasIndex,
    hasIndex,
    hasBlocklists: config.DNSBL_ZONES.length > 0,
    hasZoneCheck: config.LOOKUP_ZONE_CHECK === "on",
  };
}

async function pageFor(ctx: Context<State>, rawQuery: RawQuery) {
  const { req, state } = ctx;
  const { services } = state;
  const language = languageOf(req);
  const form = formOf(rawQuery, services);
  state.member = await optionalMember(ctx);
  try {
    const query = parseAndCount(rawQuery, ctx);
    const { cursor: start } = rawQuery;
    const pathOf = (output: LookupOutput) =>
      lookupPath(query, { output, ...start && { cursor: start } });
    const common = {
      ...form,
      mode: query.dnsType,
      jsonPath: state.member ? pathOf("json") : null,
      csvPath: pathOf("csv"),
    };
    if (query.dnsType === "rdns_scan") {
      return await scanPage(ctx, query, common);
    }
    const envelope = await services.lookup.run(query, {
      client: state.client,
      signal: req.signal,
    });
    const cursor = envelope.meta.next_cursor;
    return page<LookupPageProps>({
      ...common,
      result: lookupView(envelope, language),
      firstPath: start ? lookupPath(query) : null,
      nextPath: cursor ? lookupPath(query, { cursor }) : null,
    }, pageInit(null));
  } catch (thrown) {
    // Its page costs next to nothing, unlike one with a form.
    if (isBusy(thrown)) throw thrown;
    const failed = formError(thrown, ctx);
    const params = inFormWords(failed.params, language);
    const error = { ...failed, params };
    const suggestion = thrown instanceof InputError
      ? suggestionFor(rawQuery, language)
      : null;
    return page<LookupPageProps>(
      { ...form, error, suggestion },
      pageInit(error),
    );
  }
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.params.reason === "scans_busy";
}

/**
 * A page whose rows follow as they are found, in HTML, so that it works without
 * script.
 */
async function scanPage(
  ctx: Context<State>,
  query: QueryOf<"rdns_scan">,
  props: LookupPageProps,
): Promise<Response> {
  const { lookup, reportError, now } = ctx.state.services;
  const language = languageOf(ctx.req);
  const texts = lookupTexts[language];
  // The rows are rendered outside the page, which provides the language.
  const htmlOf = (node: VNode) =>
    renderToString(
      <LanguageProvider value={language}>
        {node}
      </LanguageProvider>,
    );
  const leaving = new AbortController();
  let isStalled = false;
  const signal = AbortSignal.any([ctx.req.signal, leaving.signal]);
  const { client } = ctx.state;
  const steps = lookup.scan(query, { client, signal });
  // The first step comes at once, and throws if no scan can start now.
  await steps.next();
  const scan = {
    title: formatText(texts.scanTitle, { query: query.normalized }),
  };
  let shell: Response;
  let pieces: string[];
  try {
    const rendered = await ctx.render(
      <LookupPage {...props} scan={scan} />,
      pageInit(null),
    );
    shell = await bootScript.allowedIn(rendered);
    pieces = splitAtSlots(await shell.text(), SCAN_SLOTS);
  } catch (error) {
    leaving.abort();
    throw error;
  }

  async function* parts() {
    const [head, between, tail] = pieces;
    yield head;
    let end;
    try {
      for (;;) {
        if (isStalled) {
          end = { text: texts.late, isError: true };
          break;
        }
        const { done, value } = await steps.next();
        if (done) {
          end = { text: summaryText(value, language), isError: false };
          break;
        }
        yield htmlOf(<ScanStep {...value} />);
      }
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asAppError(thrown);
      reportError(error, ctx.req, ctx.info);
      end = { text: errorText(language, error.params), isError: true };
    } finally {
      // Ends the scan if the reader disconnects in between.
      leaving.abort();
    }
    yield htmlOf(<ScanRowsEnd />) + between +
      htmlOf(<ScanEnd {...end} />) + tail;
  }

  const body = htmlStream(parts(), () => leaving.abort(), {
    // Frees its permit for others.
    onStall() {
      isStalled = true;
      leaving.abort();
      steps[Symbol.asyncDispose]().then(undefined, () => {});
    },
    now,
  });
  // Compression would delay the rows.
  shell.headers.set("cache-control", "no-store, no-transform");
  return new SizedResponse(body, shell, STREAM_BYTES);
}

export const handler = byMethod({
  async GET(ctx) {
    const rawQuery = rawQueryOf(ctx.url);
    const output = choiceOf(ctx, "output", LOOKUP_OUTPUTS);
    if (output !== null) return await dataOf(ctx, rawQuery, output);
    const { whois } = ctx.state.services;
    const whoisPath = whois === null ? null : whoisPathFor(rawQuery);
    if (whoisPath === null) return await pageFor(ctx, rawQuery);
    enforceRateLimit(ctx, "lookup");
    return seeOther(whoisPath);
  },
});

export default define.page<typeof handler>(({ data }) => (
  <LookupPage {...data} />
));
