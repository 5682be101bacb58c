const MAX_LENGTH = 2000;

/** Any host does: only whether a path leaves it matters. */
const BASE = "http://own.invalid";

/**
 * Where to go on after signing in: a path of this site as it was asked for, in
 * the spelling of a URL, or the fallback for anything else.
 *
 * The text comes from a link that anybody can write. Browsers drop tabs and
 * line breaks, take a backslash for a slash and two slashes for a host, so the
 * first may not stand in it, nor two slashes in its path.
 */
export function safeRedirectPath(
  text: string | null,
  fallback: string,
): string {
  if (text === null || text.length > MAX_LENGTH) return fallback;
  if (!text.startsWith("/") || /\\|\p{Cc}/u.test(text)) return fallback;
  const url = URL.parse(text, BASE);
  if (url?.origin !== BASE) return fallback;
  // Without its dot segments: /.//host would leave //host.
  if (url.pathname.includes("//")) return fallback;
  return url.pathname + url.search + url.hash;
}

/** The address of the sign-in page that leads on to a path. */
export function signInPath(next: string): string {
  return `/sign-in?${new URLSearchParams({ next })}`;
}
