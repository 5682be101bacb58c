import { define } from "../../define.ts";
import { oneFact } from "../../lib/http/one_fact.ts";

export const handler = define.handlers(oneFact("asn"));
