import { adminTexts } from "../../lib/shared/texts/admin.ts";
import { useTexts } from "../language.ts";
import { Nav } from "../Nav.tsx";

/** The pages of the administration. */
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
  // One member's page is a part of all members'.
  const current = path.startsWith("/admin/members/") ? "/admin/members" : path;
  return <Nav label={nav.label} current={current} links={links} />;
}
