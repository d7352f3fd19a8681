import type { Socket } from 'node:net';

/** After so much silence a guest ends its side, and hears what is still said: it may have sent half a request. */
const SILENCE_MS = 50;

/** One that sends one thing after another, on a new connection where the last one has ended. */
export class MutatedGuest {
  readonly #connect: () => Promise<Socket>;
  readonly #silenceMs: number;
  #socket: Socket | undefined;
  /** How many answers came with each status; `none` where the connection ended without one. */
  readonly statuses = new Map<string, number>();

  constructor(connect: () => Promise<Socket>, silenceMs = SILENCE_MS) {
    this.#connect = connect;
    this.#silenceMs = silenceMs;
  }

  /** Sends bytes, which may be no request, and waits for its first answer, or the end of the connection. */
  async send(bytes: Uint8Array): Promise<void> {
    this.#socket ??= await this.#connect();
    const { status, isOver } = await askedOn(this.#socket, bytes, this.#silenceMs);
    if (isOver) this.close();
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

function askedOn(
  socket: Socket,
  bytes: Uint8Array,
  silenceMs: number,
): Promise<{ status: string; isOver: boolean }> {
  return new Promise((resolve) => {
    let text = '';
    let isEnded = false;
    const end = (isOver: boolean) => {
      clearTimeout(patience);
      socket.off('data', take).off('close', closed);
      resolve({ status: /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 'none', isOver });
    };
    const closed = () => end(true);
    const take = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (isWhole(text)) end(isEnded || /^connection: close\r$/im.test(headOf(text)));
    };
    const patience = setTimeout(() => {
      isEnded = true;
      socket.end();
    }, silenceMs);
    socket.on('data', take).once('close', closed);
    if (socket.destroyed) closed();
    else socket.write(bytes);
  });
}

function headOf(text: string): string {
  return text.slice(0, text.indexOf('\r\n\r\n') + 2);
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/^content-length: (\d+)\r$/im.exec(headOf(text))?.[1] ?? 0);
  return end >= 0 && text.length >= end + 4 + length;
}
