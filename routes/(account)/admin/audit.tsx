import { PageHead } from "../../../components/ui/PageHead.tsx";
import { page } from "fresh";
import { AuditTable } from "../../../components/admin/Overview.tsx";
import { Pager } from "../../../components/ui/Lists.tsx";
import { Time } from "../../../components/ui/Time.tsx";
import { byMethod, define } from "../../../define.ts";
import { auditRows } from "../../../lib/admin/audit_rows.ts";
import { languageOf } from "../../../lib/http/preferences.ts";
import { pageInit } from "../../../lib/http/form.ts";
import { adminTexts } from "../../../lib/admin/view/texts.ts";

const PAGE_SIZE = 50;

export const handler = byMethod({
  async GET({ req, state, url }) {
    const before = url.searchParams.get("before");
    const { entries, next } = await state.services.audit.list({
      before,
      limit: PAGE_SIZE,
    });
    const rows = auditRows(entries, languageOf(req));
    return page({ rows, before, next }, pageInit(null));
  },
});

export default define.page<typeof handler>(({ data, req }) => {
  const { audit } = adminTexts[languageOf(req)];
  return (
    <section class="panel">
      <PageHead
        title={`${audit.title} – Porthole`}
        description={audit.description}
      />
      <h1>{audit.title}</h1>
      <AuditTable rows={data.rows} TimeOf={Time} />
      <Pager
        first={data.before === null ? null : "/admin/audit"}
        next={data.next &&
          `/admin/audit?${new URLSearchParams({ before: data.next })}`}
        nextText={audit.older}
      />
    </section>
  );
});
