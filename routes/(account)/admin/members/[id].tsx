import { PageHead } from "../../../../components/ui/PageHead.tsx";
import { seeOther } from "../../../../lib/http/responses.ts";
import { type Context, page } from "fresh";
import {
  AccessForms,
  AdminForm,
  DeleteForm,
  TierForm,
} from "../../../../components/admin/MemberForms.tsx";
import { AdminDoneNotice } from "../../../../components/admin/AdminNav.tsx";
import {
  MemberState,
  MemberTokens,
} from "../../../../components/admin/Members.tsx";
import { FormErrorNotice } from "../../../../components/ui/Notice.tsx";
import { RelativeTime } from "../../../../components/ui/Time.tsx";
import { byMethod, define, type State } from "../../../../define.ts";
import { languageOf } from "../../../../lib/http/preferences.ts";
import { MAX_VIP_QUOTA } from "../../../../lib/accounts/account_record.ts";
import { actorOf } from "../../../../lib/admin/audit_rows.ts";
import {
  changeMember,
  memberView,
  tierChoices,
} from "../../../../lib/admin/members.ts";
import { notFound } from "../../../../lib/core/errors.ts";
import {
  formError,
  type FormErrorResponse,
  pageInit,
  readForm,
} from "../../../../lib/http/form.ts";
import { requireMember } from "../../../../lib/accounts/sign_in/sign_in.ts";
import type { TierInput } from "../../../../lib/admin/view/admin_view.ts";
import { adminAccountTexts } from "../../../../lib/admin/view/texts.ts";

/** The form that had an error. */
interface Refused {
  action: string;
  typed: TierInput;
  error: FormErrorResponse;
}

async function memberPage(
  { state, params }: Context<State>,
  refused: Refused | null = null,
) {
  const account = await state.services.accounts.byId(params.id);
  if (!account) throw notFound();
  const isSelf = account.id === requireMember(state).account.id;
  const member = await memberView(state.services, account);
  return page({ member, isSelf, refused }, pageInit(refused?.error ?? null));
}

export const handler = byMethod({
  GET: (ctx) => memberPage(ctx),
  async POST(ctx) {
    const { params: { id }, state } = ctx;
    const form = await readForm(ctx.req);
    try {
      const by = actorOf(requireMember(state));
      const done = await changeMember(state.services, id, form, by);
      const path = done === "deleted" ? "" : `/${id}`;
      return seeOther(`/admin/members${path}?done=${done}`);
    } catch (thrown) {
      return await memberPage(ctx, {
        action: form.typed("action"),
        typed: {
          tier: form.typed("tier"),
          vipQuota: form.typed("vipQuota"),
        },
        error: formError(thrown, ctx),
      });
    }
  },
});

export default define.page<typeof handler>(({ data, url, req }) => {
  const { member, isSelf, refused } = data;
  const path = `/admin/members/${member.id}`;
  const texts = adminAccountTexts[languageOf(req)];
  const choices = tierChoices(languageOf(req));
  return (
    <section class="panel">
      <PageHead
        title={`${member.email} – Porthole`}
        description={texts.description}
        styles={["console"]}
      >
        {/* The bars of its tokens. */}
      </PageHead>
      <h1>
        <bdi>{member.email}</bdi>
      </h1>
      <p class="aside">
        <MemberState {...member} /> · {texts.since}
        <RelativeTime timeMs={member.createdAtMs} />
      </p>
      <AdminDoneNotice word={url.searchParams.get("done")} />
      <FormErrorNotice
        error={refused && refused.error}
        shownBy={["tier", "vipQuota", "password", "confirmed"]}
      />
      <TierForm
        path={path}
        member={member}
        choices={choices}
        maxQuota={MAX_VIP_QUOTA}
        refused={refused?.action === "tier" ? refused : null}
      />
      <MemberTokens path={path} tokens={member.tokens} />
      <AccessForms
        path={path}
        member={member}
        isSelf={isSelf}
        error={refused?.action === "password" ? refused.error : null}
      />
      <AdminForm path={path} isAdmin={member.isAdmin} isSelf={isSelf} />
      {!isSelf && (
        <DeleteForm
          path={path}
          error={refused?.action === "delete" ? refused.error : null}
        />
      )}
    </section>
  );
});
