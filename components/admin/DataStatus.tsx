import { formatText } from "../../lib/i18n/format.ts";
import type { DataFile } from "../../lib/data/view/data_file.ts";
import { adminTexts } from "../../lib/admin/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { Table } from "../ui/Table.tsx";
import { RelativeTime } from "../ui/Time.tsx";
import { ActionButton } from "../ui/Fields.tsx";

interface DataStatusProps {
  files: readonly DataFile[];
  /** Whether an update is running. */
  isUpdating: boolean;
  /** Whether there is a folder for downloads. */
  canUpdate: boolean;
}

/** The data by what it is for, and the button that updates it. */
export function DataStatus(
  { files, isUpdating, canUpdate }: DataStatusProps,
) {
  const { data: texts } = useTexts(adminTexts);
  const groups = Object.entries(texts.sources).map(([id, source]) => {
    const names: Readonly<Record<string, string>> = source.names;
    const own = files.filter(({ name }) => Object.hasOwn(names, name));
    return { id, title: source.title, names, files: own };
  });
  const known = new Set(groups.flatMap(({ files }) => files));
  const own = {
    id: "own",
    title: texts.own,
    names: {},
    files: files.filter((file) => !known.has(file)),
  };
  const isOff = files.every(({ nextAt }) => nextAt === null);
  return (
    <>
      {[...groups, own].filter(({ files }) => files.length > 0)
        .map((group) => <SourceGroup key={group.id} {...group} />)}
      {files.some(({ failure }) => failure !== null) && (
        <p class="aside">
          {formatText(texts.details, {
            command: "deno task start data status",
          })}
        </p>
      )}
      {isOff && (
        <p class="aside">{canUpdate ? texts.isOff : texts.cannotUpdate}</p>
      )}
      {isUpdating
        ? <p class="aside">{texts.isUpdating}</p>
        : canUpdate && (
          <form method="post" action="/admin">
            <ActionButton action="update-data" text={texts.update} />
          </form>
        )}
    </>
  );
}

interface SourceGroupProps {
  title: string;
  /** How people know each source. */
  names: Readonly<Record<string, string>>;
  files: readonly DataFile[];
}

/** The sources of one purpose: open if one of them failed. Those not in use are folded. */
function SourceGroup({ title, names, files }: SourceGroupProps) {
  const { data: texts } = useTexts(adminTexts);
  const failed = files.filter(({ failure }) => failure !== null);
  const old = files.filter(({ isInUse, isOld }) => isInUse && isOld);
  const used = files.filter(({ isInUse }) => isInUse);
  const shown = files.filter((file) => file.isInUse || file.failure !== null);
  const unused = files.filter((file) => !shown.includes(file));
  return (
    <details class="sources" open={failed.length > 0}>
      <summary>
        <h3>{title}</h3>
        <span>
          {formatText(texts.counts, { used: used.length, count: files.length })}
        </span>
        {failed.length > 0 && (
          <strong class="bad">
            {formatText(texts.failedCount, { count: failed.length })}
          </strong>
        )}
        {old.length > 0 && (
          <strong class="warn">
            {formatText(texts.oldCount, { count: old.length })}
          </strong>
        )}
      </summary>
      {shown.length > 0 && <SourceTable {...{ title, names, files: shown }} />}
      {unused.length > 0 && (
        <details open={shown.length === 0}>
          <summary>
            {formatText(texts.unused, { count: unused.length })}
            <span class="hidden">: {title}</span>
          </summary>
          <SourceTable {...{ title, names, files: unused }} />
        </details>
      )}
    </details>
  );
}

function SourceTable({ title, names, files }: SourceGroupProps) {
  const { data: texts } = useTexts(adminTexts);
  return (
    <Table
      caption={title}
      rows={files}
      keyOf={({ name }) => name}
      empty=""
      columns={{
        [texts.name]: ({ name }) => <bdi>{names[name] ?? name}</bdi>,
        [texts.date]: ({ builtAt }) => <RelativeTime timeMs={builtAt} />,
        [texts.checked]: ({ checkedAt }) => (
          <RelativeTime timeMs={checkedAt} never={texts.never} />
        ),
        [texts.next]: ({ nextAt }) => <RelativeTime timeMs={nextAt} />,
        [texts.status]: (file) => <Status file={file} />,
      }}
    />
  );
}

function Status({ file }: { file: DataFile }) {
  const { data: texts } = useTexts(adminTexts);
  const { needs, failure, isInUse, isOld, isFaulty } = file;
  if (needs.length > 0) {
    const variables = needs.join(texts.and);
    return <>{formatText(texts.needs, { variables })}</>;
  }
  if (failure) return <span class="bad">{texts.failures[failure.code]}</span>;
  if (!isInUse) return <span class="unknown">{texts.missing}</span>;
  if (isFaulty) return <span class="warn">{texts.faulty}</span>;
  return isOld
    ? <span class="warn">{texts.old}</span>
    : <span class="good">{texts.good}</span>;
}
