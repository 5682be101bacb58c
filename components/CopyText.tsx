/** Text that one click selects as a whole, so that it can be copied without a script. */
export function CopyText({ label, text }: { label: string; text: string }) {
  return (
    <dl class="copy">
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
      </dd>
    </dl>
  );
}
