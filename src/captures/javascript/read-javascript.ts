import type { Capture } from '../capture.ts';
import { chooseCapture, readEach } from '../entries.ts';
import type { FormOptions } from '../form.ts';
import { textOf } from '../octets.ts';
import { programCapture } from '../program-request.ts';
import { unreadable } from '../unreadable.ts';
import { readAxiosCall } from './axios-request.ts';
import { readCalls, type SendingCall } from './calls.ts';
import { readFetchCall } from './fetch-request.ts';

/**
 * A request of `fetch(…)` or axios in JavaScript. Nothing is run: literals are read, and what is none stays as it is
 * written.
 * @throws Fault INPUT_INVALID
 * @see C-verify-fetch
 */
export function readJavaScript(octets: string, { request: wanted }: FormOptions): Capture {
  const calls = readCalls(textOf(octets));
  if (calls.length === 0)
    throw unreadable('No call of fetch or axios found.', 'Pass the whole call, up to its last bracket.');
  return chooseCapture(readEach(calls, asCapture), wanted);
}

function asCapture(call: SendingCall): Capture {
  return programCapture('fetch', call.name === 'fetch' ? readFetchCall(call) : readAxiosCall(call));
}
