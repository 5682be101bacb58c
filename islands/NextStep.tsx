import { Component } from "preact";
import type { FamilyStrip } from "../lib/egress/view/verdict/families.ts";
import { FAMILY_STRIP_EVENT } from "../lib/ipinfo/view/address_history.ts";

interface NextStepProps {
  about: string;
  /** The link to the leak test. */
  leakTest: string;
}

interface NextStepState {
  strip: FamilyStrip | null;
}

/**
 * What a visitor can do next: test for leaks. Once `OtherFamily` knows what both
 * addresses say about one, that is the reason. A class, because the page needs no
 * hooks for it.
 */
class Step extends Component<NextStepProps, NextStepState> {
  override state: NextStepState = { strip: null };
  readonly #show = (event: Event) =>
    this.setState({ strip: (event as CustomEvent<FamilyStrip>).detail });

  override componentDidMount() {
    addEventListener(FAMILY_STRIP_EVENT, this.#show);
  }

  override componentWillUnmount() {
    removeEventListener(FAMILY_STRIP_EVENT, this.#show);
  }

  render() {
    const { about, leakTest } = this.props;
    const { strip } = this.state;
    return (
      <div class="next-step" role="status">
        {strip
          ? (
            <p class={`family-strip ${strip.state}`}>
              {strip.text} <a href="/egress">{leakTest}</a>
            </p>
          )
          : (
            <>
              <p>{about}</p>
              <a class="button" href="/egress">{leakTest}</a>
            </>
          )}
      </div>
    );
  }
}

export default function NextStep(props: NextStepProps) {
  return <Step {...props} />;
}
