import { define } from "../define.ts";
import { ipApiBatchHandler } from "../lib/ipinfo/ip_api_forms.ts";

export const handler = define.handlers(ipApiBatchHandler);
