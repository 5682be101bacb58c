import { asset, Head } from "fresh/runtime";
import { adminDoneTexts, adminTexts } from "../../lib/admin/view/texts.ts";
import { useLanguage, useTexts } from "../ui/language.ts";
import { Nav } from "../ui/Nav.tsx";
import { doneText } from "../../lib/accounts/view/console_view.ts";
import { Notice } from "../ui/Notice.tsx";

/** The navigation of the administration, with the stylesheet of its pages. */
export function AdminNav({ path }: { path: string }) {
  const { nav } = useTexts(adminTexts);
  const links = [
    ["/admin", nav.overview],
    ["/admin/members", nav.members],
    ["/admin/bans", nav.bans],
    ["/admin/fields", nav.fields],
    ["/admin/analytics", nav.analytics],
    ["/admin/audit", nav.audit],
  ] as const;
  // The page of a member belongs to the list of members.
  const current = path.startsWith("/admin/members/") ? "/admin/members" : path;
  return (
    <>
      <Head>
        <link key="results" rel="stylesheet" href={asset("/results.css")} />
        <link key="admin" rel="stylesheet" href={asset("/admin.css")} />
      </Head>
      <Nav label={nav.label} current={current} links={links} />
    </>
  );
}

/** A message about the action that was just completed, if there was one. */
export function AdminDoneNotice({ word }: { word: string | null }) {
  const text = doneText(word, useLanguage(), adminDoneTexts);
  return text === null ? null : <Notice kind="done">{text}</Notice>;
}
