import { define } from "../../define.ts";
import { ipApiHandler } from "../json/[query].ts";

export const handler = define.handlers(ipApiHandler("line"));
