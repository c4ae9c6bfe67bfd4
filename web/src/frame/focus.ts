// Where the focus goes when what had it goes away.

/** The page's own part takes the focus, without a place of its own in the order of Tab. */
export function focusPage(): void {
  const main = document.querySelector("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
  main.addEventListener("blur", () => main.removeAttribute("tabindex"), { once: true });
}
