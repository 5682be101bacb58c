import { PageHead } from "../../../../components/ui/PageHead.tsx";
import { seeOther } from "../../../../lib/http/responses.ts";
import { type Context, page } from "fresh";
import { AdminDoneNotice } from "../../../../components/admin/AdminNav.tsx";
import {
  DeleteManyForms,
  MemberTable,
} from "../../../../components/admin/Members.tsx";
import { Pager, SearchForm } from "../../../../components/ui/Lists.tsx";
import { SelectField } from "../../../../components/ui/Fields.tsx";
import { byMethod, define, type State } from "../../../../define.ts";
import { languageOf } from "../../../../lib/http/preferences.ts";
import { deleteMembers, memberRow } from "../../../../lib/admin/members.ts";
import {
  ACCOUNT_ORDERS,
  type AccountOrder,
} from "../../../../lib/accounts/account_search.ts";
import {
  formError,
  type FormErrorResponse,
  pageInit,
  readForm,
} from "../../../../lib/http/form.ts";
import { FormErrorNotice } from "../../../../components/ui/Notice.tsx";
import { actorOf } from "../../../../lib/admin/audit_rows.ts";
import { requireMember } from "../../../../lib/accounts/sign_in/sign_in.ts";
import { adminMemberTexts } from "../../../../lib/admin/view/texts.ts";

const PAGE_SIZE = 50;

const NOTHING = { from: "", to: "", network: "" };

async function membersPage(
  { state, url }: Context<State>,
  many: Parameters<typeof DeleteManyForms>[0] & {
    error: FormErrorResponse | null;
  },
) {
  const text = url.searchParams.get("q") ?? "";
  const after = url.searchParams.get("after");
  const order = orderOf(url.searchParams.get("sort"));
  const { accounts, next } = await state.services.accounts.search({
    text,
    after,
    limit: PAGE_SIZE,
    order,
  });
  return page(
    { text, order, after, next, rows: accounts.map(memberRow), many },
    pageInit(many.error),
  );
}

export const handler = byMethod({
  GET: (ctx) =>
    membersPage(ctx, { typed: NOTHING, selection: null, error: null }),
  async POST(ctx) {
    const { services } = ctx.state;
    const form = await readForm(ctx.req);
    const typed = {
      from: form.typed("from"),
      to: form.typed("to"),
      network: form.typed("network"),
    };
    try {
      const selection = await deleteMembers(services.accounts, form, {
        by: actorOf(requireMember(ctx.state)),
        nowMs: services.now(),
      });
      if (selection === null) {
        return seeOther("/admin/members?done=deleted-many");
      }
      return await membersPage(ctx, { typed, selection, error: null });
    } catch (thrown) {
      const error = formError(thrown, ctx);
      return await membersPage(ctx, { typed, selection: null, error });
    }
  },
});

/** An unknown order is the first one. */
function orderOf(text: string | null): AccountOrder {
  const [first] = ACCOUNT_ORDERS;
  return ACCOUNT_ORDERS.find((order) => order === text) ?? first;
}

function pathOf(text: string, order: AccountOrder, after?: string): string {
  const query = new URLSearchParams({
    ...text && { q: text },
    ...order !== ACCOUNT_ORDERS[0] && { sort: order },
    ...after && { after },
  });
  return query.size > 0 ? `/admin/members?${query}` : "/admin/members";
}

export default define.page<typeof handler>(({ data, url, req }) => {
  const texts = adminMemberTexts[languageOf(req)];
  return (
    <section class="panel">
      <PageHead
        title={`${texts.title} – Porthole`}
        description={texts.description}
      />
      <h1>{texts.title}</h1>
      <AdminDoneNotice word={url.searchParams.get("done")} />
      <SearchForm
        action="/admin/members"
        label={texts.searchLabel}
        text={data.text}
      >
        <SelectField
          label={texts.sort}
          name="sort"
          value={data.order}
          options={texts.orders}
        />
      </SearchForm>
      <MemberTable
        rows={data.rows}
        empty={data.text === "" ? texts.noMore : texts.notFound}
      />
      <Pager
        first={data.after === null ? null : pathOf(data.text, data.order)}
        next={data.next && pathOf(data.text, data.order, data.next)}
        nextText={texts.more}
      />
      <FormErrorNotice
        error={data.many.error}
        shownBy={["from", "to", "network"]}
      />
      <DeleteManyForms {...data.many} />
    </section>
  );
});
