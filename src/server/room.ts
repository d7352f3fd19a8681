import type { Socket } from 'node:net';
import type { Connection } from './connection.ts';

/** Someone at the other end of a TCP connection. */
export interface Guest {
  readonly ends: string;
  readonly socket: Socket;
  /** When hands are shaken. */
  connection?: Connection;
}

/**
 * The connections there are, counted from their first packet. When there are more than there may be, the one that has
 * been longest without a whole request gives way: who only holds a place, with nothing, half a handshake or half a request,
 * keeps it from nobody. One that is owed an answer stays, unless it was refused, or is a stranger, and waits.
 * @see S12-connections
 */
export class Room {
  readonly #limit: number;
  /** Whose last whole request, or first packet, is longest ago stands first. */
  readonly #guests = new Map<string, Guest>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#guests.size;
  }

  /** Takes one that has just come. */
  admit(socket: Socket): void {
    const ends = endsOf(socket);
    // Gone again.
    if (ends === undefined) {
      socket.destroy();
      return;
    }
    if (this.#guests.size >= this.#limit && !this.#makeRoom()) {
      socket.destroy();
      return;
    }
    const guest: Guest = { ends, socket };
    this.#guests.set(ends, guest);
    socket.once('close', () => this.#leave(guest));
  }

  /** Who it was that came, once TLS has made another socket of theirs; undefined when they are not here any more. */
  guestAt(socket: Socket): Guest | undefined {
    const ends = endsOf(socket);
    return ends === undefined ? undefined : this.#guests.get(ends);
  }

  /** A whole request has come from them. */
  renew(guest: Guest): void {
    if (this.#leave(guest)) this.#guests.set(guest.ends, guest);
  }

  connections(): readonly Connection[] {
    return [...this.#guests.values()].flatMap(({ connection }) => connection ?? []);
  }

  /** Sends everyone away at once. */
  clear(): void {
    for (const { socket } of this.#guests.values()) socket.destroy();
  }

  /** False where nobody gives way. */
  #makeRoom(): boolean {
    for (const guest of this.#guests.values()) {
      const { owesAnswer = false, standing } = guest.connection ?? {};
      if (owesAnswer && standing?.givesWay !== true) continue;
      this.#leave(guest);
      guest.socket.destroy();
      return true;
    }
    return false;
  }

  /** Another may have come from the same port before this one was seen to close. */
  #leave(guest: Guest): boolean {
    return this.#guests.get(guest.ends) === guest && this.#guests.delete(guest.ends);
  }
}

/** What Node says of both ends; undefined when the other one is gone. */
function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): string | undefined {
  if (remoteAddress === undefined) return undefined;
  return [localAddress, localPort, remoteAddress, remotePort].join(' ');
}
