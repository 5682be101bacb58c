import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { TargetText } from "../../../components/ui/TargetText.tsx";

Deno.test("TargetText - links each value, and escapes the rest", () => {
  assert.equal(
    renderToString(<TargetText text="10 mail.example.com" />),
    '10 <a href="/lookup/mail.example.com" rel="nofollow">mail.example.com</a>',
  );
  const hints = "1 . ipv4hint=192.0.2.1,192.0.2.2 <b>";
  assert.equal(
    renderToString(<TargetText text={hints} />),
    '1 . ipv4hint=<wbr><a href="/192.0.2.1" rel="nofollow">192.0.2.1</a>,<wbr>' +
      '<a href="/192.0.2.2" rel="nofollow">192.0.2.2</a> &lt;b>',
  );
});
