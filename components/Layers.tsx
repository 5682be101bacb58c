import type { HomeView } from "../lib/shared/home_view.ts";
import { LockNotice } from "./LockNotice.tsx";
import { Rows } from "./Rows.tsx";

type LayersProps = Pick<HomeView, "layers" | "locked"> & { canSignUp: boolean };

/** What is known of an address: the facts, the details to be expanded, what members see. */
export function Layers(
  { layers: [primary, details, advanced], locked, canSignUp }: LayersProps,
) {
  return (
    <>
      {primary.length > 0 && <Rows rows={primary} />}
      {details.length > 0 && (
        <details class="more">
          <summary>More details</summary>
          <Rows rows={details} />
        </details>
      )}
      {advanced.length > 0 && (
        <section class="advanced" aria-labelledby="advanced-title">
          <h2 id="advanced-title">Advanced</h2>
          <Rows rows={advanced} />
        </section>
      )}
      {locked.length > 0 && (
        <LockNotice
          labels={locked}
          canSignUp={canSignUp}
        />
      )}
    </>
  );
}
