import { PageHead } from "../ui/PageHead.tsx";
import { adminTexts } from "../../lib/admin/view/texts.ts";
import { formatText } from "../../lib/i18n/format.ts";
import type { DatabaseCredit } from "../../lib/ipinfo/view/home_view.ts";
import {
  aboutTexts,
  DATA_NOTICES,
  SOFTWARE_NOTICES,
} from "../../lib/docs/view/texts.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { useTexts } from "../ui/language.ts";
import { Rows } from "../ui/Rows.tsx";
import { Table } from "../ui/Table.tsx";

interface AboutPageProps {
  version: string;
  credits: readonly DatabaseCredit[];
  /** Which lookups at the registries are enabled. */
  hasWhois: boolean;
  hasRdap: boolean;
}

/** An identifier, such as `CC-BY-4.0`, keeps to one line. */
function License({ text }: { text: string }) {
  return text.includes(" ") ? <>{text}</> : <span class="license">{text}</span>;
}

/** The version, the data in use, and the attributions that licenses require. */
export function AboutPage(
  { version, credits, hasWhois, hasRdap }: AboutPageProps,
) {
  const t = useTexts(aboutTexts);
  const { columns, data, terms } = t;
  const { words } = useTexts(siteTexts);
  const { sources } = useTexts(adminTexts).data;
  const names: Readonly<Record<string, string>> = Object.assign(
    {},
    words,
    ...Object.values(sources).map(({ names }) => names),
  );
  const termsOf = (license: string) => {
    const [, owner] = /^Terms of (.+)$/.exec(license) ?? [];
    return (terms as Readonly<Record<string, string>>)[license] ??
      (owner ? formatText(t.termsOf, { owner }) : license);
  };
  return (
    <>
      <PageHead title={`${t.heading} – Porthole`} description={t.description} />
      <section class="panel">
        <h1>{t.heading}</h1>
        <p>{t.purpose}</p>
        {hasWhois && <p>{t.whois}</p>}
        <p>{hasRdap ? t.rdap.on : t.rdap.off}</p>
        <Rows
          rows={[
            { label: t.version, value: version, mono: false },
            { label: t.license, value: "MIT", mono: false },
          ]}
        />
        <p>{t.own}</p>
      </section>
      <section class="panel">
        <h2>{t.inUse}</h2>
        <p>{t.estimated}</p>
        <Table
          caption={t.inUse}
          columns={{
            [columns.data]: ({ name }) => names[name] ?? name,
            [columns.from]: ({ url, attribution }) =>
              url === "" ? "–" : <a href={url}>{attribution}</a>,
            [columns.date]: ({ builtOn, isDated }) =>
              isDated
                ? <time>{builtOn}</time>
                : formatText(t.downloaded, { day: builtOn }),
            [columns.license]: ({ license }) => (
              <License text={termsOf(license)} />
            ),
          }}
          rows={credits}
          keyOf={({ name }) => name}
          empty={t.noneInUse}
        />
        {credits.some(({ isFaulty }) => isFaulty) && <p>{t.faulty}</p>}
      </section>
      <section class="panel">
        <h2>{t.bundled}</h2>
        <Table
          caption={t.bundled}
          columns={{
            [columns.data]: ({ what }) => data[what],
            [columns.from]: ({ url, from }) => <a href={url}>{from}</a>,
            [columns.license]: ({ license }) => (
              <License text={termsOf(license)} />
            ),
          }}
          rows={DATA_NOTICES}
          keyOf={({ what }) => what}
          empty=""
        />
      </section>
      <section class="panel">
        <h2>{t.software}</h2>
        <Table
          caption={t.software}
          columns={{
            [columns.name]: ({ name }) => name,
            [columns.license]: ({ license }) => <License text={license} />,
          }}
          rows={SOFTWARE_NOTICES}
          keyOf={({ name }) => name}
          empty=""
        />
      </section>
    </>
  );
}
