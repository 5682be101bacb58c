import { Nav } from "../Nav.tsx";

const links = [
  ["/admin", "Overview"],
  ["/admin/members", "Members"],
  ["/admin/bans", "Bans"],
  ["/admin/fields", "Fields"],
  ["/admin/analytics", "Analytics"],
  ["/admin/audit", "Audit log"],
] as const;

/** The pages of the administration. */
export function AdminNav({ path }: { path: string }) {
  // One member's page is a part of all members'.
  const current = path.startsWith("/admin/members/") ? "/admin/members" : path;
  return <Nav label="Administration" current={current} links={links} />;
}
