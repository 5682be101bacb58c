import { AdminNav } from "../../../components/admin/AdminNav.tsx";
import { define } from "../../../define.ts";

export default define.layout(({ Component, url }) => (
  <>
    <AdminNav path={url.pathname} />
    <Component />
  </>
));
