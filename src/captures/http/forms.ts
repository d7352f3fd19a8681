import { bodyNotShownBeside } from '../body-not-shown.ts';
import type { Form } from '../form.ts';
import { looksLikeAnswer, readAnswer } from './answer.ts';
import { looksLikeHeaders, readHeadersAlone } from './headers-alone.ts';
import { readHttp } from './read-http.ts';
import { behindPacket, shownHead } from './shown-heads.ts';

/** What a bank sent back. @see C-verify-answers */
export const ANSWER_FORM: Form = {
  format: 'answer',
  holdsSeveral: false,
  looksLike: looksLikeAnswer,
  read: ({ text }) => readAnswer(text),
};

/** Text in which a request stands somewhere, or less than a request. @see C-verify-http-shown, C-verify-headers-alone */
export const PARTIAL_FORMS: readonly Form[] = [
  {
    format: 'trace',
    holdsSeveral: false,
    looksLike: ({ octets }) => shownHead(octets) !== undefined,
    isWithin: ({ octets }) => behindPacket(octets) !== undefined,
    read: ({ octets }, options) => {
      const capture = readHttp(shownHead(octets) ?? behindPacket(octets) ?? octets, options);
      const missing = bodyNotShownBeside(capture.request, capture.notes);
      return { ...capture, format: 'trace', notes: [...capture.notes, ...missing] };
    },
  },
  {
    format: 'headers',
    holdsSeveral: false,
    looksLike: looksLikeHeaders,
    read: readHeadersAlone,
  },
];
