import { type Header, headerValue } from '../../message.ts';
import { type AnswerRefusal, answerOfRefusal } from '../../server/refusals.ts';
import { type Signer, signAnswer } from '../../signing/sign.ts';
import { isRequestId } from '../../wire/request-headers.ts';

/**
 * What the server answers before there is a message for the door is the bank's answer too: it is signed as the others
 * are, and names the request where its headers could be read.
 * @see D10-response-signing
 */
export function signingOwn(signer: Signer): AnswerRefusal {
  return (refusal, now, sent) => {
    const { status, headers: own, body } = answerOfRefusal(refusal, now);
    const requestId = sent !== undefined && isRequestId(sent) ? sent : undefined;
    const headers: Header[] = [...own];
    if (requestId !== undefined) headers.push(['X-Request-ID', requestId]);
    const date = headerValue(own, 'Date') ?? '';
    signAnswer(headers, body, { date, requestId }, signer);
    return { status, headers, body };
  };
}
