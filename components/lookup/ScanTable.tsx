import { formatText } from "../../lib/i18n/format.ts";
import { lookupTexts } from "../../lib/lookup/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { Notice } from "../ui/Notice.tsx";
import { linkedTargets } from "../ui/linked_targets.tsx";

/** Where the stream inserts the rows of a scan, and the message at its end. */
export const SCAN_SLOTS = [
  '<template id="scan-rows"></template>',
  '<template id="scan-end"></template>',
] as const;

/** The table of a running scan, still without rows. */
export function ScanTable() {
  const { columns, captions } = useTexts(lookupTexts);
  return (
    <>
      <table
        class="table scan"
        role="table"
        aria-label={captions.names}
        id="result-tables"
      >
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">{columns.address}</th>
            <th role="columnheader" scope="col">{columns.name}</th>
          </tr>
        </thead>
        <template id="scan-rows"></template>
      </table>
      <template id="scan-end"></template>
    </>
  );
}

interface ScanStepProps {
  rows: readonly { ip: string; hostname: string }[];
  scanned: number;
  total: number;
}

/**
 * The rows since the last step, and the progress, which stays visible until the
 * next step.
 */
export function ScanStep({ rows, scanned, total }: ScanStepProps) {
  const { columns, progress } = useTexts(lookupTexts);
  return (
    <>
      {rows.length > 0 && (
        <tbody role="rowgroup">
          {rows.map(({ ip, hostname }) => (
            <tr key={`${ip} ${hostname}`} role="row">
              <td role="cell" data-label={columns.address}>
                <code class="copyable">{linkedTargets(ip)}</code>
              </td>
              <td role="cell" data-label={columns.name}>
                <code class="copyable">{linkedTargets(hostname)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      )}
      {scanned < total && (
        <tbody class="progress">
          <tr>
            <td colSpan={2}>
              {formatText(progress, { scanned, total })}
            </td>
          </tr>
        </tbody>
      )}
    </>
  );
}

/** Follows the last row. Hides the progress of the last step. */
export function ScanRowsEnd() {
  return <tbody></tbody>;
}

/** The message at the end of a scan. */
export function ScanEnd({ text, isError }: { text: string; isError: boolean }) {
  return <Notice kind={isError ? "error" : "done"}>{text}</Notice>;
}
