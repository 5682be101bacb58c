import type { RequestSummary } from "../../lib/ipinfo/view/home_view.ts";
import { homeTexts, REQUEST_FIELDS } from "../../lib/ipinfo/view/home_texts.ts";
import { useTexts } from "../ui/language.ts";
import { Rows } from "../ui/Rows.tsx";

/** What the visitor's request tells of the browser. */
export function RequestCard({ request }: { request: RequestSummary }) {
  const texts = useTexts(homeTexts);
  const rows = REQUEST_FIELDS.map((field) => ({
    label: texts.request[field],
    value: field === "proxies"
      ? request.proxies ?? texts.noProxies
      : request[field],
    mono: false,
  }));
  return (
    <section class="fact-card">
      <h2>{texts.yourRequest}</h2>
      <Rows rows={rows} />
    </section>
  );
}
