// Who is on duty at this desk, and the tables as they were seen last.
import { game } from "../state/game.svelte";
import { type DeskTable, type Member, me, type Reply, signOut, tables, type Why } from "./api";

const EVERY_MS = 2_000;

class Duty {
  /** Who is signed in; undefined as long as we do not know. */
  member = $state.raw<Member | null | undefined>(undefined);
  tables = $state.raw<readonly DeskTable[] | null>(null);
  /** The house does not answer. */
  lost = $state(false);
  /** A session that we had is over. */
  ended = $state(false);
  #timer: ReturnType<typeof setInterval> | undefined;

  async begin(): Promise<void> {
    const reply = await me();
    this.lost = !reply.ok && reply.why === "unreachable";
    if (reply.ok) this.signedIn(reply.value);
    else if (!this.lost) this.member = null;
  }

  signedIn(member: Member): void {
    this.member = member;
    this.ended = false;
    void this.look();
  }

  async leave(): Promise<void> {
    const reply = await signOut();
    this.heard(reply);
    if (reply.ok) this.#gone();
  }

  /** Take in what every answer tells besides: that the line is lost, that the session is over. Gives why it was refused. */
  heard<T>(reply: Reply<T>): Why | null {
    this.lost = !reply.ok && reply.why === "unreachable";
    if (reply.ok) return null;
    if (reply.why !== "unreachable" && reply.why.code === "not_signed_in" && this.member) {
      this.#gone();
      this.ended = true;
    }
    return reply.why;
  }

  /** Look at the tables now. */
  async look(): Promise<void> {
    const reply = await tables();
    this.heard(reply);
    if (!reply.ok) return;
    game.client.clock.heard(reply.value.server_ms, performance.now());
    this.tables = reply.value.tables;
  }

  /** Look at the tables every few seconds, until the function that comes back is called. */
  watch(): () => void {
    this.#timer = setInterval(() => {
      if (this.member) void this.look();
      else if (this.member === undefined) void this.begin();
    }, EVERY_MS);
    return () => clearInterval(this.#timer);
  }

  #gone(): void {
    this.member = null;
    this.tables = null;
  }
}

export const duty = new Duty();
