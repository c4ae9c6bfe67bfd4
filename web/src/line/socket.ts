// One line to the server that mends itself: it reconnects with growing pauses, greets again, and notices when the line is dead.
// Knows nothing of tables; the greeting (what to watch, what to send again) comes from outside.
import type { FromClient, FromServer } from "../protocol.gen";
import type { Line } from "../state/state";

export const PING_EVERY_MS = 10_000;
export const DEAD_AFTER_MS = 25_000;
export const BACKOFF_LEAST_MS = 250;
export const BACKOFF_MOST_MS = 5_000;
/** The server closes with this code where nobody is signed in. */
export const NOT_SIGNED_IN = 4401;

const OPEN = 1;

/** The part of a WebSocket that is used here. */
export interface Wire {
  readonly readyState: number;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface SocketOptions {
  url: () => string;
  /** What to say once the server has welcomed us, at first and after every reconnect. */
  greeting: () => FromClient[];
  onMessage: (message: FromServer) => void;
  onLine: (line: Line) => void;
  connect?: (url: string) => Wire;
  random?: () => number;
}

export class Socket {
  readonly #options: SocketOptions;
  #wire: Wire | null = null;
  #welcome = false;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #dead: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  /** Connect, or connect afresh: after signing in, when the network is back, in another language. */
  start(): void {
    this.stop();
    const { url, connect = (address) => new WebSocket(address) as unknown as Wire } = this.#options;
    const wire = connect(url());
    this.#wire = wire;
    wire.onmessage = ({ data }) => this.#heard(wire, data);
    wire.onclose = ({ code }) => this.#closed(wire, code);
    this.#watchLine();
  }

  stop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#dead);
    clearInterval(this.#ping);
    const wire = this.#wire;
    this.#wire = null;
    this.#welcome = false;
    if (!wire) return;
    wire.onmessage = wire.onclose = null;
    wire.close();
  }

  /** Try now rather than after the pause; nothing while the line is open. */
  retryNow(): void {
    if (this.#wire === null || this.#wire.readyState > OPEN) this.start();
  }

  /** Send if the server has welcomed us. What was not sent and matters is part of the next greeting. */
  send(message: FromClient): boolean {
    if (!this.#welcome || this.#wire?.readyState !== OPEN) return false;
    this.#wire.send(JSON.stringify(message));
    return true;
  }

  #heard(wire: Wire, data: unknown): void {
    if (wire !== this.#wire || typeof data !== "string") return;
    this.#watchLine();
    const message = JSON.parse(data) as FromServer;
    this.#options.onMessage(message);
    if (message.type === "welcome") this.#welcomed();
  }

  #welcomed(): void {
    this.#failures = 0;
    this.#welcome = true;
    clearInterval(this.#ping);
    this.#ping = setInterval(() => this.send({ type: "ping" }), PING_EVERY_MS);
    for (const message of this.#options.greeting()) this.send(message);
  }

  /** Nothing heard for too long, not even an answer to a ping: the line is dead, whatever the socket believes. */
  #watchLine(): void {
    clearTimeout(this.#dead);
    this.#dead = setTimeout(() => {
      const wire = this.#wire;
      this.stop();
      if (wire) this.#lost();
    }, DEAD_AFTER_MS);
  }

  #closed(wire: Wire, code: number): void {
    if (wire !== this.#wire) return;
    this.stop();
    if (code === NOT_SIGNED_IN) this.#options.onLine("signed_out");
    else this.#lost();
  }

  #lost(): void {
    this.#options.onLine("lost");
    const { random = Math.random } = this.#options;
    const pause = Math.min(BACKOFF_MOST_MS, BACKOFF_LEAST_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = setTimeout(() => this.start(), pause * (0.5 + random() / 2));
  }
}
