import { numberText } from "../../lib/shared/time_text.ts";

interface FiguresProps {
  figures: readonly (readonly [label: string, value: number, href: string])[];
}

/** Numbers at a glance, each with the page that tells more. */
export function Figures({ figures }: FiguresProps) {
  return (
    <ul class="figures">
      {figures.map(([label, value, href]) => (
        <li key={label}>
          <a href={href}>
            <strong>{numberText(value)}</strong> {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
