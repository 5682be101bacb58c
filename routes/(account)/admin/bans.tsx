import { PageHead } from "../../../components/ui/PageHead.tsx";
import { seeOther } from "../../../lib/http/responses.ts";
import { type Context, page } from "fresh";
import { AdminDoneNotice } from "../../../components/admin/AdminNav.tsx";
import {
  AutomaticBans,
  BanForm,
  ManualBans,
} from "../../../components/admin/Bans.tsx";
import { SearchForm } from "../../../components/ui/Lists.tsx";
import { FormErrorNotice } from "../../../components/ui/Notice.tsx";
import { byMethod, define, type State } from "../../../define.ts";
import { languageOf } from "../../../lib/http/preferences.ts";
import { actorOf } from "../../../lib/admin/audit_rows.ts";
import {
  banLists,
  changeBans,
  MAX_BAN_HOURS,
} from "../../../lib/admin/bans.ts";
import {
  formError,
  type FormErrorResponse,
  pageInit,
  readForm,
} from "../../../lib/http/form.ts";
import { requireMember } from "../../../lib/accounts/sign_in/sign_in.ts";
import type { BanInput } from "../../../lib/admin/view/admin_view.ts";
import { adminBanTexts } from "../../../lib/admin/view/texts.ts";

const LIST_SIZE = 100;

async function bansPage(
  { state, url, req }: Context<State>,
  refused: { typed: BanInput; error: FormErrorResponse } | null = null,
) {
  const text = url.searchParams.get("q") ?? "";
  const lists = await banLists(state.services, {
    text,
    limit: LIST_SIZE,
    language: languageOf(req),
  });
  return page({ text, lists, refused }, pageInit(refused?.error ?? null));
}

export const handler = byMethod({
  GET: (ctx) => bansPage(ctx),
  async POST(ctx) {
    const { services, client } = ctx.state;
    const form = await readForm(ctx.req);
    try {
      const done = await changeBans(services, form, {
        by: actorOf(requireMember(ctx.state)),
        from: client.ip,
        nowMs: services.now(),
      });
      return seeOther(`/admin/bans?done=${done}`);
    } catch (thrown) {
      const typed = {
        cidr: form.typed("cidr"),
        hours: form.typed("hours"),
        isPermanent: form.isTicked("forever"),
        reason: form.typed("reason"),
      };
      const error = formError(thrown, ctx);
      return await bansPage(ctx, { typed, error });
    }
  },
});

export default define.page<typeof handler>(({ data, url, req }) => {
  const texts = adminBanTexts[languageOf(req)];
  const { text, lists, refused } = data;
  const isSearch = text.trim() !== "";
  return (
    <section class="panel">
      <PageHead
        title={`${texts.title} – Porthole`}
        description={texts.description}
      />
      <h1>{texts.title}</h1>
      <AdminDoneNotice word={url.searchParams.get("done")} />
      <FormErrorNotice
        error={refused && refused.error}
        shownBy={["cidr", "hours", "reason"]}
      />
      <BanForm
        maxHours={MAX_BAN_HOURS}
        typed={refused?.typed ?? null}
        error={refused?.error ?? null}
      />
      <SearchForm
        action="/admin/bans"
        label={texts.searchLabel}
        text={text}
      />
      <h2>{texts.manual}</h2>
      <ManualBans
        bans={lists.manual}
        count={lists.manualCount}
        isSearch={isSearch}
      />
      <h2>{texts.automatic}</h2>
      <AutomaticBans
        bans={lists.automatic}
        count={lists.automaticCount}
        isSearch={isSearch}
      />
    </section>
  );
});
