import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { AuditTable } from "../../../components/admin/AuditTable.tsx";
import { Pager } from "../../../components/admin/Pager.tsx";
import { define, type State } from "../../../define.ts";
import { auditRows } from "../../../lib/admin/audit_text.ts";
import { methods } from "../../../lib/http/methods.ts";
import { pageInit } from "../../../lib/http/shown_fault.ts";

const PAGE_SIZE = 50;

export const handler = define.handlers(methods({
  async GET({ state, url }: Context<State>) {
    const before = url.searchParams.get("before");
    const { entries, next } = await state.services.audit.list({
      before,
      limit: PAGE_SIZE,
    });
    return page({ rows: auditRows(entries), before, next }, pageInit(null));
  },
}));

export default define.page<typeof handler>(({ data }) => (
  <section class="panel">
    <Head>
      <title>Audit log – Porthole</title>
      <meta name="description" content="What administrators did." />
    </Head>
    <h1>Audit log</h1>
    <AuditTable rows={data.rows} />
    <Pager
      first={data.before === null ? null : "/admin/audit"}
      next={data.next &&
        `/admin/audit?${new URLSearchParams({ before: data.next })}`}
      nextText="Older entries"
    />
  </section>
));
