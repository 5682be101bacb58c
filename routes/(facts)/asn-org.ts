import { define } from "../../define.ts";
import { factHandler } from "../../lib/ipinfo/facts.ts";

export const handler = define.handlers(factHandler("asn-org"));
