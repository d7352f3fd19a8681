import { Fault, type FaultCode } from '../errors.ts';
import { isObject } from '../json-object.ts';
import { type HttpResponse, headerValue } from '../message.ts';
import type { TppMessage } from '../wire/errors.ts';
import { parseBody, readRefusal } from './operation.ts';

interface Asked {
  readonly operation: string;
  readonly requestId: string;
  /** By our clock, when the answer was there. */
  readonly now: number | undefined;
}

/**
 * An answer that is no 2xx, as a fault: the bank's own messages, its code in words, the link where an SCA is missing.
 * @see C-refusal-fault
 */
export function answerFault({ operation, requestId, now }: Asked, response: HttpResponse): Fault {
  const { status } = response;
  if (status < 400) return redirected(operation, requestId, response);
  if (status < 500 && isForeign(response)) return foreign(operation, requestId, response);
  const { messages, tppMessages, scaRedirect } = readRefusal(response);
  const codes = [...new Set(messages.map(({ code }) => code))].filter((code) => `${code}` !== '').join(', ');
  const clockBehindSeconds = now === undefined ? undefined : clockBehind(messages, response, now);
  return new Fault(codeOf(status), `The bank ${refusedWords(operation, status)}: ${status} ${codes}`.trim(), {
    status,
    tppMessages,
    requestId,
    ...(scaRedirect === undefined ? {} : { scaRedirect }),
    ...(clockBehindSeconds === undefined ? {} : { clockBehindSeconds }),
  });
}

/** `create payment` as `refused the payment`, `read user` as `refused to read the user`. */
function refusedWords(operation: string, status: number): string {
  const [verb = '', ...object] = operation.split(' ');
  const what = `the ${object.join(' ')}`;
  if (status >= 500) return `failed to ${verb} ${what}`;
  return verb === 'create' ? `refused ${what}` : `refused to ${verb} ${what}`;
}

function codeOf(status: number): FaultCode {
  if (status === 401) return 'SCA_NEEDED';
  return status >= 500 ? 'BANK_FAILED' : 'BANK_REFUSED';
}

/** No redirect is followed, and nothing of the interface answers with one. @see S10-no-redirects, S10-foreign-answer */
function redirected(operation: string, requestId: string, { status, headers }: HttpResponse): Fault {
  const place = headerValue(headers, 'location');
  const where = place === undefined ? '' : ` to ${place}`;
  const text = `The bank answered "${operation}" with a redirect${where} (${status}), which isn't followed.`;
  return new Fault('ANSWER_INVALID', text, { status, requestId });
}

/** Whether something else than the interface answers: a gateway, a web server at the wrong path. @see S10-foreign-answer */
function isForeign(response: HttpResponse): boolean {
  return response.body.byteLength > 0 && !isObject(parseBody(response));
}

function foreign(operation: string, requestId: string, response: HttpResponse): Fault {
  const { status, headers, body } = response;
  // What web servers say of themselves, in front of the interface: nginx has 400, others 403 or a status of their own.
  if (/\bSSL certificate\b/i.test(Buffer.from(body.subarray(0, 4096)).toString('latin1'))) {
    const text = `A web server answered "${operation}" and asks for a client certificate (${status}).`;
    const hint = 'Set tlsCertFile and tlsKeyFile in the profile to the certificate that the bank knows.';
    return new Fault('ANSWER_INVALID', text, {
      status,
      requestId,
      hint,
      failing: 'client-certificate',
    });
  }
  const type = headerValue(headers, 'content-type') ?? '';
  const what = /html/i.test(type) ? 'a web page' : "not the interface's JSON";
  const text = `The answer to "${operation}" is ${what} (${status}).`;
  return new Fault('ANSWER_INVALID', text, { status, requestId });
}

/** What the interface allows Date to be off. @see I-authentication-3 */
const ALLOWED_SECONDS = 60;

/**
 * By how much our clock is behind the bank's own Date, where the bank may have refused ours for it; negative where ours
 * is ahead.
 * @see S10-clock-told
 */
function clockBehind(
  messages: readonly TppMessage[],
  { headers }: HttpResponse,
  now: number,
): number | undefined {
  const isAboutDate = messages.some(
    ({ path, text }) => path?.toLowerCase() === 'date' || /^date-/.test(text ?? ''),
  );
  const isSilent = messages.every(({ path, text }) => path === undefined && text === undefined);
  if (!isAboutDate && !isSilent) return undefined;
  const seconds = Math.round((Date.parse(headerValue(headers, 'date') ?? '') - now) / 1000);
  return Math.abs(seconds) > ALLOWED_SECONDS ? seconds : undefined;
}
