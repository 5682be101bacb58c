import { Component } from "preact";

/** The texts of a copy button, in the page's language. */
export interface CopyButtonTexts {
  copy: string;
  copied: string;
  /** Shown if the browser refuses to copy: the text is selected, to copy it by keyboard. */
  byHand: string;
}

export interface CopyButtonProps {
  /** Id of the element whose text is copied. */
  of: string;
  /** What that is, for screen readers: "the address". */
  what: string;
  texts: CopyButtonTexts;
}

interface CopyButtonState {
  /** Whether the script is running: without it the button isn't shown. */
  isLive: boolean;
  said: "copy" | "copied" | "byHand";
}

/** Copies an element's text. A class, because pages need no hooks for it. */
export class CopyButton extends Component<CopyButtonProps, CopyButtonState> {
  override state: CopyButtonState = { isLive: false, said: "copy" };

  override componentDidMount() {
    this.setState({ isLive: true });
  }

  async #copy() {
    const element = document.getElementById(this.props.of);
    if (element === null) return;
    try {
      // Unlike `textContent`, it separates the cells and rows of a table.
      await navigator.clipboard.writeText(element.innerText.trim());
      this.setState({ said: "copied" });
    } catch {
      // Refused. Pages without HTTPS have no clipboard at all.
      getSelection()?.selectAllChildren(element);
      this.setState({ said: "byHand" });
    }
  }

  render() {
    const { what, texts } = this.props;
    const { isLive, said } = this.state;
    return (
      <span class={isLive ? "copy-button" : "copy-button unready"}>
        <button
          type="button"
          onClick={() => this.#copy()}
          onBlur={() => this.setState({ said: "copy" })}
        >
          {texts[said]}
          <span class="hidden">{` ${what}`}</span>
        </button>
        <span class="hidden" role="status">
          {said === "copy" ? null : texts[said]}
        </span>
      </span>
    );
  }
}

/** Text that one click selects as a whole, to copy it without script. */
export function CopyText(
  { id, label, text }: { id?: string; label: string; text: string },
) {
  return (
    <dl class="copy">
      <dt>{label}</dt>
      <dd>
        <code id={id}>{text}</code>
      </dd>
    </dl>
  );
}
