import { jsxTemplate } from "preact/jsx-runtime";

/** HTML that Preact rendered before, put in as it is. Never for any other HTML: nothing in it is escaped again. */
export function RenderedHtml({ html }: { html: string }) {
  return jsxTemplate([html]);
}
