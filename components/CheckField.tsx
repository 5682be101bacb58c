import { useErrorText } from "./language.ts";

interface CheckFieldProps {
  label: string;
  name: string;
  id?: string;
  isChecked?: boolean;
  isRequired?: boolean;
  isDisabled?: boolean;
  /** Why it cannot be taken as it is, in English. */
  error?: string;
}

/** A box to tick, as large as a finger with its label. */
export function CheckField(props: CheckFieldProps) {
  const { label, name, id = name, error } = props;
  const errorText = useErrorText();
  return (
    <div class="field">
      <label class="check" for={id}>
        <input
          id={id}
          name={name}
          type="checkbox"
          value="yes"
          checked={props.isChecked}
          required={props.isRequired}
          disabled={props.isDisabled}
          aria-invalid={error ? "true" : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {label}
      </label>
      {error && <p class="field-error" id={`${id}-error`}>{errorText(error)}
      </p>}
    </div>
  );
}
