import { bootScript } from "../../define.ts";

export default bootScript.middleware;
