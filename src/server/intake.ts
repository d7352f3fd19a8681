import type { Socket } from 'node:net';

/** A blank line ends the headers of each request. In a body it may stand too. */
const BLANK_LINE = Buffer.from('\r\n\r\n');
const [CR, LF] = BLANK_LINE;
const NOTHING = Buffer.alloc(0);

/** Of a body whose end nobody knows so much is taken at once: it may be nothing but blank lines. */
const LEAST_OF_CHUNKS = 1024;

/** The body of a request whose headers are read. */
export interface ComingBody {
  /** NaN where only its end tells. */
  readonly bytes: number;
  readonly isWhole: () => boolean;
}

/** Who says how many further requests may begin. */
interface Holding {
  /** 0 where the next one has to wait. */
  readonly room: number;
  /** Whether nothing is read any longer. */
  readonly isDeaf: boolean;
  /** What came isn't all taken: the socket stands still until there is room. */
  holdBack(): void;
  /** The body that the last request has announced; told once. */
  takeBody(): ComingBody | undefined;
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
  const pieces = new Pieces(holding);
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk;
    while (rest.byteLength > 0 && !holding.isDeaf) {
      if (pieces.mustWait) holding.holdBack();
      if (socket.isPaused()) {
        socket.unshift(rest);
        return;
      }
      const piece = pieces.next(rest);
      for (const take of parse) take.call(socket, piece);
      pieces.given(piece);
      rest = rest.subarray(piece.byteLength);
    }
  });
  // Node reads on by itself when it has read a request, or sent an answer.
  socket.on('resume', () => {
    if (pieces.mustWait) holding.holdBack();
  });
}

/** Where what comes is cut: behind the headers of each request, and behind its body. */
class Pieces {
  readonly #holding: Holding;
  /** Of a body whose length is known. */
  #left = 0;
  /** One whose end alone tells. */
  #endless: ComingBody | undefined;
  /** The last bytes of headers whose end is still to come: it may be split. */
  #tail: Buffer = NOTHING;

  constructor(holding: Holding) {
    this.#holding = holding;
  }

  /** What has begun is read to its end: its time runs. */
  get mustWait(): boolean {
    const isInBody = this.#left > 0 || this.#endless?.isWhole() === false;
    // With the end of chunks a head may have begun that there is no room for.
    const hasBegun = isInBody || this.#tail.byteLength > 0;
    return !hasBegun && this.#holding.room === 0;
  }

  next(bytes: Buffer): Buffer {
    if (this.#left > 0) return bytes.subarray(0, this.#left);
    if (this.#endless !== undefined) return bytes.subarray(0, endOf(bytes, LEAST_OF_CHUNKS));
    const from = this.#tail.byteLength === 0 ? lineEndsIn(bytes) : 0;
    return bytes.subarray(0, this.#seamIn(bytes) ?? endOf(bytes, from));
  }

  /** Where the end of headers is that began in what came before. */
  #seamIn(bytes: Buffer): number | undefined {
    if (this.#tail.byteLength === 0) return undefined;
    const seam = Buffer.concat([this.#tail, bytes.subarray(0, BLANK_LINE.byteLength - 1)]);
    const at = seam.indexOf(BLANK_LINE);
    return at < 0 ? undefined : at + BLANK_LINE.byteLength - this.#tail.byteLength;
  }

  /** The parser has had it. */
  given(piece: Buffer): void {
    if (this.#left > 0) {
      this.#left -= piece.byteLength;
      return;
    }
    const body = this.#holding.takeBody();
    if (this.#endless?.isWhole() === false) return;
    const isBehindChunks = this.#endless !== undefined;
    this.#endless = undefined;
    // How much of another's body came with the end of chunks isn't known: only its end tells then, too.
    if (body !== undefined && !isBehindChunks && !Number.isNaN(body.bytes)) this.#left = body.bytes;
    else if (body?.isWhole() === false) this.#endless = body;
    const isShort = piece.byteLength < BLANK_LINE.byteLength;
    const last = isShort ? Buffer.concat([this.#tail, piece]) : piece;
    const isEnd = last.subarray(-BLANK_LINE.byteLength).equals(BLANK_LINE);
    this.#tail = isEnd ? NOTHING : Buffer.from(last.subarray(1 - BLANK_LINE.byteLength));
  }
}

/** Before a request there may be line ends, which the parser skips: they are no end of anything. */
function lineEndsIn(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === CR || bytes[count] === LF) count += 1;
  return count;
}

/** Behind the first blank line that begins there or later; else the end of the bytes. */
function endOf(bytes: Buffer, from = 0): number {
  const at = bytes.indexOf(BLANK_LINE, from);
  return at < 0 ? bytes.byteLength : at + BLANK_LINE.byteLength;
}
