// The chat where the view can see it change: what is written and not sent, who is muted on this machine, whether the drawer is open.
import { untrack } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import { game } from "../state/game.svelte";
import { hearKept, keep, kept } from "../state/kept";
import { readMuted, shown, unread, writeMuted } from "./chat";

const MUTED = "muted";

class Talk {
  /** What stands in the input; it stays while the drawer is shut and the screen turns. */
  draft = $state("");
  drawerOpen = $state(false);
  muted = $state.raw<ReadonlyMap<string, string>>(readMuted(kept(MUTED)));
  /** Whom we muted last, for "undo". */
  justMuted = $state.raw<string | null>(null);
  readonly there = $derived(game.state.chat.you !== null);
  readonly messages = $derived(shown(game.state.chat, this.muted));
  readonly unread = $derived(unread(game.state.chat, this.muted));
  /** Where there is no room for a panel there is a drawer. */
  readonly narrow = new MediaQuery("(max-width: 719px), ((max-height: 519px) and (min-width: 560px))", false);

  constructor() {
    // Another window, or another table in this one, may mute too: none forgets what the other did.
    hearKept(MUTED, (text) => {
      this.muted = readMuted(text);
    });
    game.client.subscribe((before, after) =>
      untrack(() => {
        if (after.watching !== before.watching || after.line === "signed_out") this.#turned();
        const { refused } = after.chat;
        // A text that was refused is there again, to be mended.
        const text = refused !== before.chat.refused && refused?.command.type === "chat" ? refused.command.text : "";
        if (text && this.draft === "") this.draft = text;
      }),
    );
  }

  #turned(): void {
    this.draft = "";
    this.drawerOpen = false;
    this.justMuted = null;
  }

  mute(speaker: string, name: string): void {
    this.#keep(new Map([...this.muted, [speaker, name]]));
    this.justMuted = speaker;
  }

  unmute(speaker: string): void {
    this.#keep(new Map([...this.muted].filter(([one]) => one !== speaker)));
    if (this.justMuted === speaker) this.justMuted = null;
  }

  #keep(muted: ReadonlyMap<string, string>): void {
    this.muted = muted;
    keep(MUTED, writeMuted(muted));
  }
}

export const talk = new Talk();
