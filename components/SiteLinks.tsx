/** Where to go from here: for everybody, then for guests or members. */
export function SiteLinks(
  { isMember, isAdmin }: { isMember: boolean; isAdmin: boolean },
) {
  return (
    <nav class="site-links" aria-label="Site">
      <a href="/egress">Egress</a>
      <a href="/lookup">Lookup</a>
      <a href="/whois">Whois</a>
      <a href="/docs">API</a>
      {isMember
        ? (
          <>
            <a href="/console">Console</a>
            {isAdmin && <a href="/admin">Admin</a>}
            <form method="post" action="/sign-out">
              <button class="link" type="submit">Sign out</button>
            </form>
          </>
        )
        : <a href="/sign-in">Sign in</a>}
    </nav>
  );
}
