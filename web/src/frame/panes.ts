// What a table in a frame and the page around it say to each other. Both are the same page: nobody else may put it into a frame.

/** A key that was pressed in the frame and belongs to the page around it. */
export interface PaneKey {
  puntobanco: "key";
  key: string;
}

export function sendKey(key: string): void {
  const message: PaneKey = { puntobanco: "key", key };
  window.parent.postMessage(message, location.origin);
}

/** The key in a message of one of our frames; null in any other message. */
export function keyFrom({ origin, data }: Pick<MessageEvent, "origin" | "data">, here: string): string | null {
  if (origin !== here || data === null || typeof data !== "object") return null;
  const { puntobanco, key } = data as Partial<PaneKey>;
  return puntobanco === "key" && typeof key === "string" ? key : null;
}

const HERE = "puntobanco.here";

/** The keys go to a frame now, to what had the focus there before. */
export function sendHere(frame: HTMLIFrameElement | undefined): void {
  // What keeps the focus in this document would count as focused, whatever has it in a frame.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  frame?.contentWindow?.postMessage(HERE, location.origin);
}

export function isHere({ origin, data }: Pick<MessageEvent, "origin" | "data">, here: string): boolean {
  return origin === here && data === HERE;
}

/** Links in a frame: the lobby is a page around all tables; others open beside the game, which goes on meanwhile. */
export function followsLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
  const hash = link?.getAttribute("href");
  if (!link || !hash) return;
  if (hash === "#/") {
    event.preventDefault();
    window.parent.location.hash = hash;
  } else {
    link.target = "_blank";
    link.rel = "noopener";
  }
}
