import { define, ownForms } from "../../define.ts";

export default define.middleware(ownForms);
