import {
  CNAME_SIDES,
  DNS_MATCHES,
  DNS_TYPES,
} from "../../lib/shared/dns_modes.ts";
import type { TypedLookup } from "../../lib/shared/lookup_view.ts";
import { lookupTexts } from "../../lib/shared/texts/lookup.ts";
import { useTexts } from "../language.ts";
import { TextField } from "../TextField.tsx";

/**
 * One field and what to do with it. The style sheet shows the hint and the
 * options of the mode that is chosen, so that no script is needed.
 */
export function LookupForm(
  { typed, error }: { typed: TypedLookup; error?: string },
) {
  const { form, modes, matches, sides } = useTexts(lookupTexts);
  return (
    <form class="lookup" method="get" action="/lookup" role="search">
      <fieldset class="modes">
        <legend class="hidden">{form.modes}</legend>
        {DNS_TYPES.map((type) => (
          <label key={type} class="mode">
            <input
              type="radio"
              name="dns_type"
              value={type}
              checked={type === typed.dnsType}
              aria-describedby={`hint-${type}`}
            />
            {modes[type].label}
          </label>
        ))}
      </fieldset>
      <div class="search">
        <TextField
          label={form.query}
          name="query"
          type="search"
          autocomplete="off"
          value={typed.query}
          maxLength={254}
          error={error}
        />
        <button type="submit">{form.submit}</button>
      </div>
      <fieldset class="choices match">
        <legend>{form.match}</legend>
        {DNS_MATCHES.map((match) => (
          <label key={match} class="check">
            <input
              type="radio"
              name="dns_match"
              value={match}
              checked={match === typed.dnsMatch}
            />
            {matches[match]}
          </label>
        ))}
      </fieldset>
      <fieldset class="choices side">
        <legend>{form.side}</legend>
        {CNAME_SIDES.map((side) => (
          <label key={side} class="check">
            <input
              type="radio"
              name="side"
              value={side}
              checked={side === typed.side}
            />
            {sides[side]}
          </label>
        ))}
      </fieldset>
      <div class="hints">
        {DNS_TYPES.map((type) => (
          <p key={type} class={`field-hint ${type}`} id={`hint-${type}`}>
            <strong>{modes[type].label + form.colon}</strong>
            {form.afterColon + modes[type].hint}
          </p>
        ))}
      </div>
    </form>
  );
}
