import { formatText } from "../../lib/i18n/format.ts";
import type { DataFileRow } from "../../lib/admin/view/admin_view.ts";
import { adminTexts } from "../../lib/admin/view/texts.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { useTexts } from "../ui/language.ts";
import { Notice } from "../ui/Notice.tsx";
import { Table } from "../ui/Table.tsx";
import { RelativeTime } from "../ui/Time.tsx";

interface DataStatusProps {
  files: readonly DataFileRow[];
  /** Whether an update is running. */
  isUpdating: boolean;
  /** Whether there is a folder for downloads. */
  canUpdate: boolean;
}

/** The data with its dates, and the button that updates it. */
export function DataStatus(
  { files, isUpdating, canUpdate }: DataStatusProps,
) {
  const { data: texts } = useTexts(adminTexts);
  const { words } = useTexts(siteTexts);
  const database = (name: string) => words[name] ?? name;
  const used = files.filter(({ isInUse }) => isInUse);
  const others = files.filter(({ isInUse }) => !isInUse);
  const old = used.filter(({ isOld }) => isOld).map(({ name }) =>
    database(name)
  );
  const failed = files.filter(({ failure }) => failure !== null);
  const problemOf = ({ needs, failure }: DataFileRow) =>
    needs.length > 0
      ? formatText(texts.needs, { variables: needs.join(texts.and) })
      : failure !== null && (
            <bdi>{formatText(texts.failures[failure.code], failure)}</bdi>
          ) || null;
  const isOff = files.every(({ nextAt }) => nextAt === null);
  return (
    <>
      {old.length > 0 && (
        <Notice kind="info">
          {texts.isOld}
          <bdi>{old.join(texts.comma)}</bdi>
        </Notice>
      )}
      {failed.length > 0 && (
        <Notice kind="info">
          {texts.failed}
          <bdi>
            {failed.map(({ name }) => database(name)).join(texts.comma)}
          </bdi>
        </Notice>
      )}
      <Table
        caption={texts.caption}
        rows={used}
        keyOf={({ name }) => name}
        empty="–"
        columns={{
          [texts.name]: ({ name }) => <bdi>{database(name)}</bdi>,
          [texts.date]: ({ builtAt }) => dateText(builtAt),
          [texts.age]: ({ builtAt }) => <RelativeTime timeMs={builtAt} />,
          [texts.checked]: ({ checkedAt }) => (
            <RelativeTime timeMs={checkedAt} never={texts.never} />
          ),
          [texts.next]: ({ nextAt }) => <RelativeTime timeMs={nextAt} />,
          [texts.status]: (file) =>
            problemOf(file) ?? (file.isOld ? texts.old : texts.good),
        }}
      />
      {isOff && (
        <p class="aside">{canUpdate ? texts.isOff : texts.cannotUpdate}</p>
      )}
      {isUpdating
        ? <p class="aside">{texts.isUpdating}</p>
        : canUpdate && (
          <form method="post" action="/admin">
            <button type="submit" name="action" value="update-data">
              {texts.update}
            </button>
          </form>
        )}
      {others.length > 0 && (
        <details open={others.some(({ failure }) => failure !== null)}>
          <summary>
            {formatText(texts.others, { count: others.length })}
          </summary>
          <Table
            caption={texts.othersCaption}
            rows={others}
            keyOf={({ name }) =>
              name}
            empty="–"
            columns={{
              [texts.name]: ({ name }) => name,
              [texts.checked]: ({ checkedAt }) => (
                <RelativeTime timeMs={checkedAt} never={texts.never} />
              ),
              [texts.next]: ({ nextAt }) => <RelativeTime timeMs={nextAt} />,
              [texts.status]: (file) => problemOf(file) ?? texts.missing,
            }}
          />
        </details>
      )}
    </>
  );
}

function dateText(timeMs: number | null): string {
  return timeMs === null ? "–" : new Date(timeMs).toISOString().slice(0, 10);
}
