import type { CaptureNote } from '../capture.ts';
import { BODY, changedNote } from '../notes.ts';
import type { CodeText, ProgramRequest } from '../program-request.ts';
import { unreadable } from '../unreadable.ts';
import type { SendingCall } from './calls.ts';
import { octets, readHeaders, textOf } from './fetch-request.ts';
import { asData, asText, type JsValue, memberOf, unknownIn } from './values.ts';

const NOTHING: JsValue = { kind: 'object', entries: [], unknown: [] };

/** The request of `axios({…})`, `axios.post(url, data, {…})` and their like. @see C-verify-fetch */
export function readAxiosCall({ name, given }: SendingCall): ProgramRequest {
  const { url, config, data, verb } = partsOf(name.slice('axios.'.length), given);
  if (config.kind !== 'object')
    throw unreadable(
      "The configuration of axios isn't spelled out in the text.",
      'Pass the call in full: axios.post("https://…", data, { headers: … }).',
    );
  const { headers, unknownHeaders } = readHeaders(memberOf(config, 'headers'));
  const method = textOf(verb ?? memberOf(config, 'method'), 'GET');
  const isJson = headers.some(
    ([one, { text }]) => /^content-type$/i.test(one) && /application\/json/i.test(text),
  );
  const { body, contentType, notes } = readData(data ?? memberOf(config, 'data'), isJson);
  return {
    method: { ...method, text: method.text.toUpperCase() },
    url: withParams(
      whole(url ?? memberOf(config, 'url'), memberOf(config, 'baseURL')),
      memberOf(config, 'params'),
    ),
    headers,
    unknownHeaders: [...config.unknown, ...unknownHeaders],
    ...(body === undefined ? {} : { body }),
    ...(contentType === undefined ? {} : { contentType }),
    notes,
  };
}

function partsOf(verb: string, [first, second, third]: readonly JsValue[]) {
  const plain = (text: string): JsValue => ({ kind: 'plain', value: text });
  if (/^(?:post|put|patch)$/.test(verb))
    return { url: first, data: second, config: third ?? NOTHING, verb: plain(verb) };
  if (verb !== '' && verb !== 'request') return { url: first, config: second ?? NOTHING, verb: plain(verb) };
  const isUrl = first !== undefined && first.kind !== 'object';
  return isUrl ? { url: first, config: second ?? NOTHING } : { config: first ?? NOTHING };
}

function whole(url: JsValue | undefined, base: JsValue | undefined): CodeText {
  const read = textOf(url, '');
  if (base === undefined || /^[a-z][a-z0-9+.-]*:\/\//i.test(read.text)) return read;
  const { text, unknown } = textOf(base, '');
  const joined = read.text === '' ? text : `${text.replace(/\/?\/$/, '')}/${read.text.replace(/^\/+/, '')}`;
  return { text: joined, unknown: [...unknown, ...read.unknown] };
}

function withParams(url: CodeText, params: JsValue | undefined): CodeText {
  if (params?.kind !== 'object' || params.entries.length === 0) return url;
  const encode = (text: string) =>
    encodeURIComponent(text)
      .replaceAll('%3A', ':')
      .replaceAll('%24', '$')
      .replaceAll('%2C', ',')
      .replaceAll('%20', '+');
  const pairs = params.entries.map(([name, value]) => `${encode(name)}=${encode(textOf(value, '').text)}`);
  const separator = url.text.includes('?') ? '&' : '?';
  return { text: url.text + separator + pairs.join('&'), unknown: [...url.unknown, ...unknownIn(params)] };
}

type Body = Pick<ProgramRequest, 'body' | 'contentType' | 'notes'>;

/** axios writes an object as JSON, and takes the blanks around a text that is JSON away. */
function readData(value: JsValue | undefined, isJson: boolean): Body {
  if (value === undefined || (value.kind === 'plain' && value.value == null)) return { notes: [] };
  const unknown = unknownIn(value);
  if (value.kind === 'object' || value.kind === 'list') {
    const text = unknown.length > 0 ? unknown.join(', ') : JSON.stringify(asData(value));
    return { body: octets({ text, unknown }), contentType: 'application/json', notes: [] };
  }
  const given = asText(value) ?? { text: '', unknown: [] };
  const sent = isJson && unknown.length === 0 ? jsonText(given.text) : given.text;
  return {
    body: octets({ text: sent, unknown }),
    contentType: 'application/x-www-form-urlencoded',
    notes: sent === given.text ? [] : [REWRITTEN],
  };
}

const REWRITTEN: CaptureNote = changedNote(
  BODY,
  'With Content-Type application/json, axios changes a body that is text: blanks around it go, and text that is no JSON becomes a JSON string.',
  'Compute Digest over what axios sends, or pass the body as bytes.',
);

function jsonText(text: string): string {
  try {
    JSON.parse(text);
    return text.trim();
  } catch {
    return JSON.stringify(text);
  }
}
