import type { Socket } from 'node:net';

/** A blank line ends the headers of each request. In a body it may stand too. */
const BLANK_LINE = Buffer.from('\r\n\r\n');

/** Who says how many further requests may begin. */
interface Holding {
  /** 0 where what comes next has to wait. */
  readonly room: number;
  /** Whether nothing is read any longer. */
  readonly isDeaf: boolean;
  /** What came isn't all taken: the socket stands still until there is room. */
  holdBack(): void;
}

/**
 * Takes in what comes on a connection, with no more requests than there is room for: Node's parser takes all of what it
 * is given, be there thousands in it. It is given what comes in pieces, and the rest goes back to the socket.
 *
 * Node itself stops reading from a client that sends requests faster than it takes answers. Where its parser reads from
 * TLS itself, the rest of what is decrypted reaches the stopped parser, and is a parse error and lost. A listener to the
 * data makes the socket keep it.
 * @see S12-pipelining
 */
export function takeIn(socket: Socket, holding: Holding): void {
  const parse = socket.listeners('data');
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk;
    while (rest.byteLength > 0 && !holding.isDeaf) {
      const { room } = holding;
      if (room === 0) holding.holdBack();
      if (room === 0 || socket.isPaused()) {
        socket.unshift(rest);
        return;
      }
      const end = endOf(rest, room);
      for (const take of parse) take.call(socket, rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
}

/** Where at most so many requests end their headers. */
function endOf(bytes: Buffer, requests: number): number {
  let end = 0;
  for (let count = 0; count < requests; count += 1) {
    const at = bytes.indexOf(BLANK_LINE, end);
    if (at < 0) return bytes.byteLength;
    end = at + BLANK_LINE.byteLength;
  }
  return end;
}
