/** Reads HTTP/1.1 from bytes as plainly as it is written: for tests that compare what stood on the wire. */
import type { Header } from '../../src/message.ts';

export interface RawMessage {
  /** Request line or status line. */
  readonly startLine: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

/** The messages that bytes hold, one after another; throws when the last one is cut off. */
export function rawMessages(bytes: Buffer): RawMessage[] {
  const messages: RawMessage[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const { message, length } = firstMessage(rest);
    messages.push(message);
    rest = rest.subarray(length);
  }
  return messages;
}

/** How many whole messages the bytes begin with. */
export function wholeMessages(bytes: Buffer): number {
  let count = 0;
  for (let rest = bytes; ; count += 1) {
    const end = rest.indexOf('\r\n\r\n');
    const length = end < 0 ? Number.POSITIVE_INFINITY : end + 4 + bodyLength(headersOf(rest, end));
    if (rest.length < length) return count;
    rest = rest.subarray(length);
  }
}

function firstMessage(bytes: Buffer): { message: RawMessage; length: number } {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) throw new Error(`a message is cut off: ${bytes.toString('latin1')}`);
  const headers = headersOf(bytes, end);
  const length = end + 4 + bodyLength(headers);
  if (bytes.length < length) throw new Error(`a body is cut off: ${bytes.toString('latin1')}`);
  const startLine = bytes.toString('latin1', 0, bytes.indexOf('\r\n'));
  return { message: { startLine, headers, body: bytes.subarray(end + 4, length) }, length };
}

function headersOf(bytes: Buffer, end: number): Header[] {
  const [, ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  return lines.map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
}

function bodyLength(headers: readonly Header[]): number {
  return Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
}
