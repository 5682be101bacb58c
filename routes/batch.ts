import { define } from "../define.ts";
import { ipApiBatchHandler } from "../lib/ipinfo/records/ip_api_forms.ts";

export const handler = define.handlers(ipApiBatchHandler);
