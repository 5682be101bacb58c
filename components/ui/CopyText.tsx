/** Text that one click selects as a whole, to copy it without script. */
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
