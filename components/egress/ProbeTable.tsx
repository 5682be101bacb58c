import { isPublicAddress } from "../../lib/egress/view/address_text.ts";
import {
  candidateRows,
  exitRows,
  type ProbeRow,
  siteRows,
} from "../../lib/egress/view/rows.ts";
import type { EgressTexts, ReportProps } from "../../lib/egress/view/texts.ts";
import { Table } from "../ui/Table.tsx";
import { AddressText } from "../ui/AddressText.tsx";

interface ProbeTableProps {
  caption: string;
  /** Heading of the first column. */
  what: string;
  rows: readonly ProbeRow[];
  texts: EgressTexts;
  empty: string;
}

/**
 * Probes and their results. Cells have their final height from the start, so
 * that nothing moves when they fill.
 */
function ProbeTable(
  { caption, what, rows, texts, empty }: ProbeTableProps,
) {
  const { columns, notKnown } = texts.rows;
  /** Unknown. */
  const dash = <span class="unknown" title={notKnown}>–</span>;
  return (
    <Table
      caption={caption}
      columns={{
        [what]: ({ label, detail }) => (
          <span class="probe">
            <span class="probe-name">{label}</span>
            <span class="probe-detail">{detail}</span>
          </span>
        ),
        [columns.address]: ({ address }) => (
          <span class="probe-address">
            {address === null ? dash : (
              <code class="copyable">
                {isPublicAddress(address)
                  ? (
                    <a href={`/${address}`} rel="nofollow">
                      <AddressText ip={address} />
                    </a>
                  )
                  : <AddressText ip={address} />}
              </code>
            )}
          </span>
        ),
        [columns.place]: ({ place, flag, network }) => (
          <span class="probe">
            <span>
              {flag && (
                <img
                  class="flag"
                  src={`/flags/${flag}.svg`}
                  alt=""
                  width="21"
                  height="14"
                />
              )}
              {place ?? dash}
            </span>
            <span class="probe-detail">{network}</span>
          </span>
        ),
        [columns.state]: ({ state, stateText }) => (
          <span class={`state state-${state}`}>{stateText}</span>
        ),
        [columns.time]: ({ time }) => time ?? dash,
      }}
      rows={rows}
      keyOf={({ key }) => key}
      empty={empty}
    />
  );
}

/** What WebRTC reveals about this machine. */
export function CandidateTable({ report, texts }: ReportProps) {
  const { columns, noCandidates } = texts.rows;
  return (
    <ProbeTable
      caption={texts.titles.candidates}
      what={columns.candidate}
      rows={candidateRows(report, texts)}
      texts={texts}
      empty={noCandidates}
    />
  );
}

/**
 * The exits of traffic and DNS queries. The verdicts list what is not
 * configured.
 */
export function ExitTable({ report, texts }: ReportProps) {
  const { columns, noExits } = texts.rows;
  return (
    <ProbeTable
      caption={texts.titles.exits}
      what={columns.probe}
      rows={exitRows(report, texts)
        .filter(({ state }) => state !== "not_configured")}
      texts={texts}
      empty={noExits}
    />
  );
}

/** How the operator's chosen sites are reached. */
export function SiteTable({ report, texts }: ReportProps) {
  const { columns } = texts.rows;
  return (
    <ProbeTable
      caption={texts.titles.sites}
      what={columns.site}
      rows={siteRows(report, texts)}
      texts={texts}
      empty=""
    />
  );
}
