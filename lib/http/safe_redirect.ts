const MAX_LENGTH = 2000;

/** Any host works: only whether the path leaves it matters. */
const BASE = "http://own.invalid";

/**
 * The path to redirect to after signing in: the requested path of this site,
 * normalized as a URL, or the fallback for anything else.
 *
 * Anyone can write the link that the text comes from. Browsers drop tabs and line
 * breaks, read a backslash as a slash, and read two slashes as the start of a
 * host. So control characters, backslashes and double slashes are refused.
 */
export function safeRedirectPath(
  text: string | null,
  fallback: string,
): string {
  if (text === null || text.length > MAX_LENGTH) return fallback;
  if (!text.startsWith("/") || /\\|\p{Cc}/u.test(text)) return fallback;
  const url = URL.parse(text, BASE);
  if (url?.origin !== BASE) return fallback;
  // Checked without dot segments: /.//host would become //host.
  if (url.pathname.includes("//")) return fallback;
  return url.pathname + url.search + url.hash;
}

/** The URL of the sign-in page that continues to a path. */
export function signInPath(next: string): string {
  return `/sign-in?${new URLSearchParams({ next })}`;
}
