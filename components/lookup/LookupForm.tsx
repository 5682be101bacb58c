import { useContext } from "preact/hooks";
import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import {
  AUTO,
  CNAME_SIDES,
  DNS_MATCHES,
  DNS_TYPES,
  type DnsType,
  type LookupFormValues,
  OTHER_RECORD_TYPES,
  RECORD_TYPES,
} from "../../lib/lookup/view/lookup_view.ts";
import { lookupTexts } from "../../lib/lookup/view/texts.ts";
import { TextField } from "../ui/Fields.tsx";
import { useTexts } from "../ui/language.ts";
import { WhoisContext } from "../ui/TargetText.tsx";

/**
 * One field and the choice of modes. CSS shows the hint and the options of the
 * chosen mode, so no script is needed.
 */
export function LookupForm(
  { values, hasIndex, hasBlocklists, hasZoneCheck, error, hasFocus }: {
    values: LookupFormValues;
    hasIndex: boolean;
    hasBlocklists: boolean;
    hasZoneCheck: boolean;
    error?: ErrorParams;
    hasFocus: boolean;
  },
) {
  const {
    form,
    auto,
    modes,
    matches,
    sides,
    noBlocklists,
    noIndex,
    noZoneCheck,
  } = useTexts(
    lookupTexts,
  );
  const hintOf = (type: DnsType) => {
    if (type === "dnsbl" && !hasBlocklists) return noBlocklists;
    if (type === "zone_check" && !hasZoneCheck) return noZoneCheck;
    const isSearch = type === "rdns_pattern" || type === "cname_pattern";
    return isSearch && !hasIndex ? noIndex : modes[type].hint;
  };
  const choices = [
    {
      value: AUTO,
      name: "auto",
      label: auto.label,
      hint: useContext(WhoisContext) ? auto.hintWithWhois : auto.hint,
    },
    ...DNS_TYPES.map((type) => ({
      value: type,
      name: type,
      label: modes[type].label,
      hint: hintOf(type),
    })),
  ];
  return (
    <form class="lookup" method="get" action="/lookup" role="search">
      <fieldset class="modes">
        <legend class="hidden">{form.modes}</legend>
        {choices.map(({ value, name, label }) => (
          <label key={name} class="mode">
            <input
              type="radio"
              name="dns_type"
              value={value}
              checked={value === values.dnsType}
              aria-describedby={`hint-${name}`}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div class="search">
        <TextField
          label={form.query}
          name="query"
          type="search"
          autocomplete="off"
          value={values.query}
          maxLength={254}
          error={error}
          hasFocus={hasFocus}
        />
        <button type="submit">{form.submit}</button>
      </div>
      <p class="choices record-type">
        <label for="record-type">{form.recordType}</label>
        <input
          id="record-type"
          name="type"
          list="record-types"
          value={values.type}
          placeholder={form.allTypes}
          maxLength={20}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
        />
        <datalist id="record-types">
          {[...RECORD_TYPES, ...OTHER_RECORD_TYPES].map((type) => (
            <option key={type} value={type} />
          ))}
        </datalist>
      </p>
      <Choices
        kind="match"
        legend={form.match}
        name="dns_match"
        labels={matches}
        values={DNS_MATCHES}
        chosen={values.dnsMatch}
      />
      <Choices
        kind="side"
        legend={form.side}
        name="side"
        labels={sides}
        values={CNAME_SIDES}
        chosen={values.side}
      />
      <div class="hints">
        {choices.map(({ name, label, hint }) => (
          <p key={name} class={`field-hint ${name}`} id={`hint-${name}`}>
            <strong>{label + form.colon}</strong>
            {form.afterColon + hint}
          </p>
        ))}
      </div>
    </form>
  );
}

interface ChoicesProps<Value extends string> {
  /** A class for the style sheet. */
  kind: string;
  legend: string;
  name: string;
  labels: Readonly<Record<Value, string>>;
  values: readonly Value[];
  chosen: string;
}

/** One of several values. */
function Choices<Value extends string>(
  { kind, legend, name, labels, values, chosen }: ChoicesProps<Value>,
) {
  return (
    <fieldset class={`choices ${kind}`}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value} class="check">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
          />
          {labels[value]}
        </label>
      ))}
    </fieldset>
  );
}
