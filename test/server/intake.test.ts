import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { takeIn } from '../../src/server/intake.ts';

const ROOM = { room: 1, isDeaf: false, holdBack: () => {}, takeBody: () => undefined };

/** The pieces in which what comes is given to the parser. */
function piecesOf(...chunks: readonly string[]): string[] {
  const socket = new PassThrough();
  const pieces: string[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece.toString()));
  takeIn(socket as unknown as Socket, ROOM);
  for (const chunk of chunks) socket.emit('data', Buffer.from(chunk));
  return pieces;
}

describe('what the parser is given at once [S12-pipelining]', () => {
  const head = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

  it('is one request, with the line ends before it', () => {
    expect(piecesOf(`${head}\r\n\r\n${head}${head}`)).toEqual([head, `\r\n\r\n${head}`, head]);
  });

  it('is no more where what comes is cut, wherever in the head', () => {
    for (let at = 1; at < head.length; at += 1) {
      const pieces = piecesOf(head.slice(0, at), `${head.slice(at)}${head}${head}`);
      expect(pieces).toEqual([head.slice(0, at), head.slice(at), head, head]);
    }
  });

  it('is all that comes, where it is line ends alone: each piece costs as much as a request', () => {
    const blank = '\r\n'.repeat(10_000);
    expect(piecesOf(blank, `${blank}\r`, `\n${blank}`).length).toBeLessThan(6);
  });
});
