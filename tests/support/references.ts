/** HTML with the characters that its decimal references stand for. */
export function withoutReferences(html: string): string {
  return html.replace(
    /&#(\d+);/g,
    (_, code) => String.fromCodePoint(Number(code)),
  );
}
