import {
  DNS_MATCHES,
  DNS_MODES,
  DNS_TYPES,
  MATCH_LABELS,
} from "../../lib/shared/dns_modes.ts";
import type { TypedLookup } from "../../lib/shared/lookup_view.ts";
import { TextField } from "../TextField.tsx";

/**
 * One field and what to do with it. The style sheet shows the hint and the
 * options of the mode that is chosen, so that no script is needed.
 */
export function LookupForm(
  { typed, error }: { typed: TypedLookup; error?: string },
) {
  return (
    <form class="lookup" method="get" action="/lookup" role="search">
      <fieldset class="modes">
        <legend class="hidden">What to do</legend>
        {DNS_TYPES.map((type) => (
          <label key={type} class="mode">
            <input
              type="radio"
              name="dns_type"
              value={type}
              checked={type === typed.dnsType}
              aria-describedby={`hint-${type}`}
            />
            {DNS_MODES[type].label}
          </label>
        ))}
      </fieldset>
      <div class="search">
        <TextField
          label="What to look up"
          name="query"
          type="search"
          autocomplete="off"
          value={typed.query}
          maxLength={254}
          error={error}
        />
        <button type="submit">Look up</button>
      </div>
      <fieldset class="choices match">
        <legend>Where the keyword lies</legend>
        {DNS_MATCHES.map((match) => (
          <label key={match} class="check">
            <input
              type="radio"
              name="dns_match"
              value={match}
              checked={match === typed.dnsMatch}
            />
            {MATCH_LABELS[match]}
          </label>
        ))}
      </fieldset>
      <div class="hints">
        {DNS_TYPES.map((type) => (
          <p key={type} class={`field-hint ${type}`} id={`hint-${type}`}>
            <strong>{DNS_MODES[type].label}:</strong> {DNS_MODES[type].hint}
          </p>
        ))}
      </div>
    </form>
  );
}
