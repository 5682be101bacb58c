/** Shown where the operator has no ad of their own. */
export function HouseAd() {
  return (
    <div class="house-ad">
      <h2>A porthole of your own</h2>
      <p>
        This service is free software. It runs on your own machine, with its
        data on your own disk, and asks nobody else about your visitors. One
        command starts it; one file holds everything it remembers.
      </p>
    </div>
  );
}
