import { useEffect, useState } from "preact/hooks";
import { fill } from "../lib/i18n/language.ts";

interface AdCountdownProps {
  /** Until the ad's ticket can be redeemed. */
  waitSeconds: number;
  /** The button's label. */
  redeem: string;
  /** Its label while it waits, with `{seconds}`. */
  wait: string;
}

/**
 * The button that redeems an ad's ticket. With script it counts down until the
 * server would accept the ticket; without script it works at once, and the
 * server says how long to wait.
 */
export default function AdCountdown(
  { waitSeconds, redeem, wait }: AdCountdownProps,
) {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    // By the time that has passed, because timers of hidden tabs are late.
    const readyAtMs = performance.now() + waitSeconds * 1_000;
    const update = () => {
      const left = Math.ceil((readyAtMs - performance.now()) / 1_000);
      setSecondsLeft(Math.max(0, left));
      if (left <= 0) clearInterval(timer);
    };
    const timer = setInterval(update, 250);
    update();
    return () => clearInterval(timer);
  }, [waitSeconds]);
  return (
    <button
      type="submit"
      name="action"
      value="redeem"
      disabled={secondsLeft > 0}
    >
      {secondsLeft > 0 ? fill(wait, { seconds: secondsLeft }) : redeem}
    </button>
  );
}
