import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import { useErrorText } from "./Notice.tsx";

interface TextFieldProps {
  label: string;
  name: string;
  type?: "text" | "email" | "password" | "number" | "search" | "date";
  /** The submitted value; never set for a password. */
  value?: string | number | null;
  /** The value for password managers (HTML Standard, "autofill"). */
  autocomplete: string;
  /** Why the value is not acceptable. */
  error?: ErrorParams;
  hint?: string;
  /** Differs from `name` on pages with several forms. */
  id?: string;
  isOptional?: boolean;
  /** Whether the page opens with the cursor in this field. */
  hasFocus?: boolean;
  maxLength?: number;
  minLength?: number;
  min?: number;
  max?: number;
}

/** A text field with its label, hint and error. */
export function TextField(props: TextFieldProps) {
  const { label, name, type = "text", id = name, error, hint } = props;
  const errorText = useErrorText();
  const notes = [
    error && `${id}-error`,
    hint && `${id}-hint`,
  ].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        value={type === "password" ? undefined : props.value ?? undefined}
        autocomplete={props.autocomplete}
        required={!props.isOptional}
        maxLength={props.maxLength}
        minLength={props.minLength}
        min={props.min}
        max={props.max}
        autocapitalize={type === "text" ? undefined : "none"}
        // Focuses the field, so that screen readers announce the error.
        autofocus={error !== undefined || props.hasFocus}
        aria-invalid={error ? "true" : undefined}
        aria-describedby={notes || undefined}
      />
      {error && <p class="field-error" id={`${id}-error`}>{errorText(error)}
      </p>}
      {hint && <p class="field-hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

interface CheckFieldProps {
  label: string;
  name: string;
  id?: string;
  isChecked?: boolean;
  isRequired?: boolean;
  /** Why the value is not acceptable. */
  error?: ErrorParams;
}

/** A check box with its label, large enough for touch. */
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
          autofocus={error !== undefined}
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

interface SelectFieldProps {
  label: string;
  name: string;
  value: string;
  /** The text of each value, in order. */
  options: Readonly<Record<string, string>>;
}

/** A choice of one value in a list that opens. */
export function SelectField({ label, name, value, options }: SelectFieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ActionButtonProps {
  /** What the form does. */
  action: string;
  text: string;
  /** Says which one of several equal buttons it is. */
  label?: string;
  isDangerous?: boolean;
}

/** A button that sends its form. */
export function ActionButton(
  { action, text, label, isDangerous }: ActionButtonProps,
) {
  const look = isDangerous ? { class: "danger" } : {};
  const name = label ? { "aria-label": label } : {};
  return (
    <button {...look} type="submit" name="action" value={action} {...name}>
      {text}
    </button>
  );
}

/** A button about the row of a table, which the field identifies. */
export function RowAction(
  { path, field, value, ...button }: ActionButtonProps & {
    path: string;
    field: string;
    value: string;
  },
) {
  return (
    <form method="post" action={path}>
      <input type="hidden" name={field} value={value} />
      <ActionButton {...button} />
    </form>
  );
}
