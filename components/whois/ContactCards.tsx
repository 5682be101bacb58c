import type { ContactCard } from "../../lib/shared/registration_view.ts";
import { Rows } from "../Rows.tsx";

/** Whom to turn to, and who of them the registry hides. */
export function ContactCards(
  { contacts }: { contacts: readonly ContactCard[] },
) {
  return (
    <div class="contacts">
      {contacts.map(({ heading, facts, redaction }, i) => (
        <div key={i} class="card">
          <h4>{heading}</h4>
          {facts.length > 0 && <Rows rows={facts} />}
          {redaction && <p class="redaction">{redaction}</p>}
        </div>
      ))}
    </div>
  );
}
