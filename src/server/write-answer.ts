import { once } from 'node:events';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { HttpResponse, StreamedResponse } from '../message.ts';

/** Waits for an answer. */
export interface Waiting {
  /** Calls back once, when the answer is written or its client is gone. */
  whenOver(act: () => void): void;
}

/** Whether an answer of this status has a body at all (RFC 9110 6.4.1). */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

/**
 * The headers of an answer as they go out, name and value in turns: the message's own in their order, then the two
 * that belong to the connection. Node adds none where both are there.
 */
function wireHeaders({ status, headers, body }: HttpResponse, isLast: boolean): string[] {
  const wire: string[] = [];
  for (const [name, value] of headers) wire.push(name, value);
  wire.push('Connection', isLast ? 'close' : 'keep-alive');
  if (hasBody(status)) wire.push('Content-Length', String(body.byteLength));
  return wire;
}

/**
 * Puts the last answer of a connection on its response, which is not ended yet: its end closes the connection.
 * @see A-server-exact
 */
export function writeAnswer(response: ServerResponse, answer: HttpResponse): void {
  writeHead(response, answer, true);
  response.write(answer.body);
}

/** Puts an answer on its response and ends it. */
export function endAnswer(response: ServerResponse, answer: HttpResponse, isLast: boolean): void {
  writeHead(response, answer, isLast);
  response.end(hasBody(answer.status) ? answer.body : undefined);
}

/**
 * Puts an answer on its response as it comes, no faster than it is taken. Its own Content-Length goes out where it has
 * one. One that breaks off ends the connection, so that nobody takes what came for the whole.
 */
export async function streamAnswer(
  response: ServerResponse,
  { status, headers, pieces }: StreamedResponse,
  isLast: boolean,
): Promise<void> {
  response.sendDate = false;
  const wire: string[] = [];
  for (const [name, value] of headers) wire.push(name, value);
  response.writeHead(status, [...wire, 'Connection', isLast ? 'close' : 'keep-alive']);
  response.flushHeaders();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    for await (const piece of pieces) {
      if (gone.signal.aborted) return;
      if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal });
    }
    response.end();
  } catch {
    // Whoever makes the pieces knows why there are no more.
    response.destroy();
  }
}

function writeHead(response: ServerResponse, answer: HttpResponse, isLast: boolean): void {
  response.sendDate = false;
  response.writeHead(answer.status, wireHeaders(answer, isLast));
}

/** The bytes of an answer that ends its connection, where there is no response to put it on. */
export function lastWords(answer: HttpResponse): Buffer {
  const wire = wireHeaders(answer, true);
  let head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n`;
  for (let place = 0; place < wire.length; place += 2) head += `${wire[place]}: ${wire[place + 1]}\r\n`;
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), answer.body]);
}
