import type { HomeView } from "../../lib/shared/home_view.ts";
import { adminFieldTexts } from "../../lib/shared/texts/admin_fields.ts";
import { useTexts } from "../language.ts";
import { Rows } from "../Rows.tsx";

/** What one audience is shown of an address, in short. */
export function FieldPreview(
  { audience, home }: { audience: string; home: HomeView },
) {
  const texts = useTexts(adminFieldTexts);
  return (
    <section class="card">
      <h3>{audience}</h3>
      <p>
        <code>{home.ip}</code> {home.flag} {home.verdict}
      </p>
      {home.isPublic
        ? <Rows rows={home.layers.flat()} />
        : <p class="aside">{texts.notPublic}</p>}
      {home.locked.length > 0 && (
        <p class="aside">{texts.locked(home.locked)}</p>
      )}
    </section>
  );
}
