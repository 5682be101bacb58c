import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { AdminDoneNotice } from "../../../../components/admin/AdminNav.tsx";
import { MemberTable } from "../../../../components/admin/Members.tsx";
import { Pager, SearchForm } from "../../../../components/ui/Lists.tsx";
import { define, type State } from "../../../../define.ts";
import { languageOf } from "../../../../lib/http/preferences.ts";
import { memberRow } from "../../../../lib/admin/members.ts";
import { methods } from "../../../../lib/http/methods.ts";
import { pageInit } from "../../../../lib/http/form.ts";
import { adminMemberTexts } from "../../../../lib/admin/view/member_texts.ts";

const PAGE_SIZE = 50;

export const handler = define.handlers(methods({
  async GET({ state, url }: Context<State>) {
    const text = url.searchParams.get("q") ?? "";
    const after = url.searchParams.get("after");
    const { accounts, next } = await state.services.accounts.search({
      text,
      after,
      limit: PAGE_SIZE,
    });
    return page(
      { text, after, next, rows: accounts.map(memberRow) },
      pageInit(null),
    );
  },
}));

function pathOf(text: string, after?: string): string {
  const query = new URLSearchParams({
    ...text && { q: text },
    ...after && { after },
  });
  return query.size > 0 ? `/admin/members?${query}` : "/admin/members";
}

export default define.page<typeof handler>(({ data, url, req }) => {
  const texts = adminMemberTexts[languageOf(req)];
  return (
    <section class="panel">
      <Head>
        <title>{`${texts.title} – Porthole`}</title>
        <meta name="description" content={texts.description} />
      </Head>
      <h1>{texts.title}</h1>
      <AdminDoneNotice word={url.searchParams.get("done")} />
      <SearchForm
        action="/admin/members"
        label={texts.searchLabel}
        text={data.text}
      />
      <MemberTable
        rows={data.rows}
        empty={data.text === "" ? texts.noMore : texts.notFound}
      />
      <Pager
        first={data.after === null ? null : pathOf(data.text)}
        next={data.next && pathOf(data.text, data.next)}
        nextText={texts.more}
      />
    </section>
  );
});
