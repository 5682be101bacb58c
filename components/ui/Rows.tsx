import { useContext } from "preact/hooks";
import { siteTexts } from "../../lib/i18n/site.ts";
import { useTexts } from "./language.ts";
import { type Row, RowList, shownRow } from "./RowList.tsx";
import { WhoisContext } from "./TargetText.tsx";

/** `RowList` of facts that are not rendered yet. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  const { notKnown } = useTexts(siteTexts);
  const hasWhois = useContext(WhoisContext);
  return (
    <RowList rows={rows.map((row) => shownRow(row, { notKnown, hasWhois }))} />
  );
}
