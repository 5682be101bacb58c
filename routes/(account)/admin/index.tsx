import { PageHead } from "../../../components/ui/PageHead.tsx";
import { formatText } from "../../../lib/i18n/format.ts";
import { seeOther } from "../../../lib/http/responses.ts";
import { page } from "fresh";
import { AdminDoneNotice } from "../../../components/admin/AdminNav.tsx";
import { DataStatus } from "../../../components/admin/DataStatus.tsx";
import { AuditTable, Figures } from "../../../components/admin/Overview.tsx";
import { SetupList } from "../../../components/admin/Setup.tsx";
import { RelativeTime } from "../../../components/ui/Time.tsx";
import { byMethod, define } from "../../../define.ts";
import { languageOf } from "../../../lib/http/preferences.ts";
import { actorOf, auditRows } from "../../../lib/admin/audit_rows.ts";
import { overview, updateData } from "../../../lib/admin/overview.ts";
import { requestEvidence } from "../../../lib/admin/setup.ts";
import { pageInit, readForm } from "../../../lib/http/form.ts";
import { requireMember } from "../../../lib/accounts/sign_in/sign_in.ts";
import { adminTexts } from "../../../lib/admin/view/texts.ts";

export const handler = byMethod({
  async GET({ state, req, info }) {
    const { services, client } = state;
    const { hostname } = info.remoteAddr as Deno.NetAddr;
    const request = requestEvidence(
      req.headers,
      hostname,
      client,
      services.config.TRUSTED_PROXIES,
    );
    return page(await overview(services, request), pageInit(null));
  },
  async POST({ state, req }) {
    const by = actorOf(requireMember(state));
    const form = await readForm(req);
    const done = await updateData(state.services, form, by);
    return seeOther(`/admin?done=${done}`);
  },
});

export default define.page<typeof handler>(({ data, url, req }) => {
  const { overview: texts, data: dataTexts } = adminTexts[languageOf(req)];
  const rows = auditRows(data.latest, languageOf(req));
  return (
    <section class="panel">
      <PageHead
        title={`${texts.title} – Porthole`}
        description={texts.description}
      />
      <h1>{texts.title}</h1>
      <AdminDoneNotice word={url.searchParams.get("done")} />
      <SetupList lines={data.setup} />
      <Figures
        figures={[
          [texts.members, data.accounts, "/admin/members"],
          [texts.administrators, data.administrators, "/admin/members"],
          [texts.manualBans, data.manualBans, "/admin/bans"],
          [texts.automaticBans, data.automaticBans, "/admin/bans"],
          [
            formatText(texts.guestFields, { count: data.fields }),
            data.shown.guest,
            "/admin/fields",
          ],
          [
            formatText(texts.memberFields, { count: data.fields }),
            data.shown.member,
            "/admin/fields",
          ],
        ]}
      />
      <h2>{dataTexts.title}</h2>
      <DataStatus {...data.data} />
      <h2>{texts.latest}</h2>
      <AuditTable rows={rows} TimeOf={RelativeTime} />
    </section>
  );
});
