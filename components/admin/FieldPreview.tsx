import type { HomeView } from "../../lib/shared/home_view.ts";
import { Rows } from "../Rows.tsx";

/** What one audience is shown of an address, in short. */
export function FieldPreview(
  { audience, home }: { audience: string; home: HomeView },
) {
  return (
    <section class="card">
      <h3>{audience}</h3>
      <p>
        <code>{home.ip}</code> {home.flag} {home.verdict}
      </p>
      {home.isPublic ? <Rows rows={home.layers.flat()} /> : (
        <p class="aside">
          Of an address that is not of the public internet nothing else is
          shown.
        </p>
      )}
      {home.locked.length > 0 && (
        <p class="aside">{`Locked: ${home.locked.join(", ")}.`}</p>
      )}
    </section>
  );
}
