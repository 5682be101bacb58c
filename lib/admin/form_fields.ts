import type { Form } from "../http/form.ts";

/** The fields of a form, as far as what is done by it is concerned. */
export type FormFields = Pick<Form, "text" | "optional" | "isTicked">;
