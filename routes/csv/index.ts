import { define } from "../../define.ts";
import { ipApiHandler } from "../../lib/ipinfo/records/ip_api_forms.ts";

export const handler = define.handlers(ipApiHandler("csv"));
