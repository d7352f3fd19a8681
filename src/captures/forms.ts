import { isObject } from '../json-object.ts';
import type { CaptureFormat } from './capture.ts';
import { CLIENT_FORMS } from './clients/forms.ts';
import { readCurl } from './curl/read-curl.ts';
import type { Form } from './form.ts';
import { sentByCurl } from './http/curl-trace.ts';
import { ANSWER_FORM, PARTIAL_FORMS } from './http/forms.ts';
import { readHttp } from './http/read-http.ts';
import { readRequestLine } from './http/request-line.ts';
import { member } from './json/parse.ts';
import { readHar } from './json/read-har.ts';
import { readJson } from './json/read-json.ts';
import { AXIOS_FORM, LOG_FORMS } from './logs/forms.ts';
import type { Written } from './written.ts';

const CURL = '(?:[^\\s;&|(]*[/\\\\])?["\']?curl(?:\\.exe)?["\']?(?=[\\s\\\\^`]|\\xc2\\xa0|$)';
const CURL_FIRST = new RegExp(`^(?:[$%][ \\t]+)?${CURL}`, 'i');
/** Behind assignments, other commands, in brackets. */
const CURL_LATER = new RegExp(`(?:^|[;&|(\\s])${CURL}`, 'i');
const PSEUDO_HEADER = /^:(?:method|path|authority|scheme)(?:[ \t]*:|[ \t]+\S)/i;

/**
 * The forms that are read, in the order in which a text is held against them: of those in JSON the one that any JSON
 * may be is the last.
 * @see C-verify-formats
 */
export const FORMS: readonly Form[] = [
  AXIOS_FORM,
  {
    format: 'har',
    holdsSeveral: true,
    looksLike: (given) => given.isJson && isObject(member(given.json(), 'log')),
    read: (given, { request }) => readHar(given.json(), request),
  },
  ...CLIENT_FORMS,
  {
    format: 'json',
    holdsSeveral: false,
    looksLike: (given) => given.isJson,
    read: (given) => readJson(given.json(), given.octets),
  },
  {
    format: 'curl',
    holdsSeveral: false,
    looksLike: ({ text }) => CURL_FIRST.test(text),
    read: ({ octets }, { readFile }) => readCurl(octets, readFile),
  },
  ANSWER_FORM,
  {
    format: 'http',
    holdsSeveral: true,
    looksLike: looksLikeHttp,
    read: ({ octets }, options) => readHttp(octets, options),
  },
  ...LOG_FORMS,
  ...PARTIAL_FORMS,
];

function looksLikeHttp({ octets, firstLine }: Written): boolean {
  const isRequest = readRequestLine(firstLine) !== undefined || PSEUDO_HEADER.test(firstLine);
  return isRequest || /^HTTP\/[0-9]/.test(firstLine) || sentByCurl(octets) !== undefined;
}

/** A command further on in a text that begins as none of the forms. */
export function hasCurlWithin({ text }: Written): boolean {
  return CURL_LATER.test(text);
}

export function formOf(format: CaptureFormat): Form {
  const form = FORMS.find((one) => one.format === format);
  if (form === undefined) throw new TypeError(`No form ${format}`);
  return form;
}
