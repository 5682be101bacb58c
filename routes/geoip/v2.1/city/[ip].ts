import { define } from "../../../../define.ts";
import { geoip2Handler } from "../country/[ip].ts";

export const handler = define.handlers(geoip2Handler("city"));
