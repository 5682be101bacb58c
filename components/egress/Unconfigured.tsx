import { egressPageTexts } from "../../lib/egress/view/page_texts.ts";
import type { EgressSetup } from "../../lib/egress/view/report.ts";
import { speedTexts } from "../../lib/egress/view/speed_texts.ts";
import { egressTexts } from "../../lib/egress/view/texts.ts";
import { unconfiguredParts } from "../../lib/egress/view/unconfigured.ts";
import { useTexts } from "../ui/language.ts";
import { Table } from "../ui/Table.tsx";

interface UnconfiguredProps {
  setup: EgressSetup;
  hasSpeedTest: boolean;
}

/** For administrators: the variables of the parts that are off. */
export function Unconfigured({ setup, hasSpeedTest }: UnconfiguredProps) {
  const { unconfigured: words } = useTexts(egressPageTexts);
  const rows = unconfiguredParts(setup, useTexts(egressTexts));
  const { title } = useTexts(speedTexts);
  if (!hasSpeedTest) rows.push({ part: title, variables: "SPEED_TEST" });
  if (rows.length === 0) return null;
  return (
    <section class="panel">
      <h2>{words.title}</h2>
      <p>{words.intro}</p>
      <Table
        caption={words.title}
        columns={{
          [words.part]: ({ part }) => part,
          [words.variables]: ({ variables }) => <code>{variables}</code>,
        }}
        rows={rows}
        keyOf={({ part }) => part}
        empty=""
      />
    </section>
  );
}
