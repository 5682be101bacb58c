/**
 * Copy and share buttons and countdowns, for pages that need no island. The markup is that of
 * components/ui/CopyButton.tsx and of the ad's page.
 */

/** Copies text that an element shows. If the browser refuses, the text stays selected. */
async function copyFrom(element) {
  // Unlike `textContent`, it separates the cells and rows of a table.
  const text = element.innerText.trim();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused. Pages without HTTPS have no clipboard at all, but this command.
    const selection = getSelection();
    selection.selectAllChildren(element);
    const asPlainText = (event) => {
      event.clipboardData.setData("text/plain", text);
      event.preventDefault();
    };
    document.addEventListener("copy", asPlainText);
    const isCopied = document.execCommand("copy");
    document.removeEventListener("copy", asPlainText);
    if (isCopied) selection.removeAllRanges();
    return isCopied;
  }
}

function say(button, text, status) {
  button.firstChild.data = text;
  button.nextElementSibling.textContent = status;
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copy]");
  const element = button && document.getElementById(button.dataset.copy);
  if (!element) return;
  const { copied, byHand, share } = button.dataset;
  if (share !== undefined && navigator.share) {
    const link = { title: document.title, url: element.innerText.trim() };
    // Rejects if the visitor changes their mind.
    await navigator.share(link).catch(() => {});
    return;
  }
  const text = await copyFrom(element) ? copied : byHand;
  button.dataset.label ??= button.firstChild.data;
  say(button, text, text);
});

document.addEventListener("focusout", ({ target }) => {
  if (target.dataset?.label) say(target, target.dataset.label, "");
});

/** Disables a button until its time has come, and shows the seconds left. */
function countDown(button) {
  const { waitSeconds, wait } = button.dataset;
  const label = button.textContent;
  // By the time that has passed, because timers of hidden tabs are late.
  const readyAtMs = performance.now() + waitSeconds * 1000;
  const update = () => {
    const left = Math.ceil((readyAtMs - performance.now()) / 1000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? wait.replace("{seconds}", left) : label;
    if (left <= 0) clearInterval(timer);
  };
  const timer = setInterval(update, 250);
  update();
}

function start() {
  document.querySelectorAll("[data-wait-seconds]").forEach(countDown);
}

if (document.readyState !== "loading") start();
else document.addEventListener("DOMContentLoaded", start);
