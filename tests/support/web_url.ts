/**
 * Like fast-check's arbitraries of these names, but based on `codePoint`, because
 * theirs take long to start.
 */
import fc from "fast-check";
import { codePoint } from "./code_point.ts";

/** RFC 3986, `pchar` but for what is encoded. */
const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" +
  "0123456789-._~!$&'()*+,;=:@";

const encoded = codePoint.map((text) => {
  const code = encodeURIComponent(text);
  return code === text ? `%${text.charCodeAt(0).toString(16)}` : code;
});

function text(plain: string): fc.Arbitrary<string> {
  return fc.string({
    unit: fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...plain) },
      { weight: 1, arbitrary: encoded },
    ),
  });
}

/** The path of a URL, empty or with a slash before each of its parts. */
export const webPath: fc.Arbitrary<string> = fc.array(text(PLAIN))
  .map((parts) => parts.map((part) => `/${part}`).join(""));

/** A URL of http or https; half of them with a query, if that is wanted. */
export function webUrl(
  { withQuery = false }: { withQuery?: boolean } = {},
): fc.Arbitrary<string> {
  return fc.tuple(
    fc.constantFrom("http", "https"),
    fc.webAuthority(),
    webPath,
    withQuery ? fc.option(text(`${PLAIN}/?`), { freq: 2 }) : fc.constant(null),
  ).map(([scheme, authority, path, query]) =>
    `${scheme}://${authority}${path}${query === null ? "" : `?${query}`}`
  );
}
