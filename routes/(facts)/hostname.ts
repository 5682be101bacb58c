import { define } from "../../define.ts";
import { oneFact } from "../../lib/ipinfo/facts.ts";

export const handler = define.handlers(oneFact("hostname"));
