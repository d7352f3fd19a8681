import { type Refusal, refuse } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import type { Guard } from '../routes/route.ts';
import { contentCoding } from './content-coding.ts';

const JSON_RANGE = /^(?:\*\/\*|application\/(?:\*|json|[\w.!#$&^-]+\+json))$/;
const JSON_TYPE = /^application\/(?:json|[\w.!#$&^-]+\+json)$/;

/** What nearly every request says: it is not taken apart. */
const PLAIN_JSON = 'application/json';

/**
 * Accept needs a JSON match; Content-Type and Content-Encoding are looked at only where a body is read, absent means
 * JSON as it is.
 * @see D2-media-type, D2-content-coding, D2-accept
 */
export const checkMediaType: Guard = (exchange) => {
  const accept = exchange.headerList('Accept');
  if (accept !== undefined && accept.trim() !== '' && !accept.split(',').some(takesJson)) {
    return refuse(406, 'BAD_REQUEST', 'the bank answers in JSON: send Accept: application/json', 'Accept');
  }
  return exchange.route.body ? (checkType(exchange) ?? checkCoding(exchange)) : undefined;
};

/** A charset is taken, when it is UTF-8. @see D3-published */
function checkType(exchange: Exchange): Refusal | undefined {
  const type = exchange.header('Content-Type');
  if (type === undefined || type === PLAIN_JSON) return undefined;
  const { name, parameters } = mediaType(type);
  if (!JSON_TYPE.test(name)) {
    return refuse(
      415,
      'BAD_REQUEST',
      'the bank reads JSON: send Content-Type: application/json',
      'Content-Type',
    );
  }
  const charset = parameters.charset;
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    return refuse(415, 'BAD_REQUEST', 'bodies are UTF-8: omit charset or send utf-8', 'Content-Type');
  }
  return undefined;
}

function checkCoding(exchange: Exchange): Refusal | undefined {
  if (contentCoding(exchange) !== 'other') return undefined;
  const text = 'only gzip is supported: omit Content-Encoding or send gzip';
  return {
    ...refuse(415, 'BAD_REQUEST', text, 'Content-Encoding'),
    // RFC 9110 12.5.3
    headers: [['Accept-Encoding', 'gzip']],
  };
}

function takesJson(range: string): boolean {
  if (range === PLAIN_JSON) return true;
  const { name, parameters } = mediaType(range);
  return JSON_RANGE.test(name) && !/^0(?:\.0{0,3})?$/.test(parameters.q ?? '1');
}

function mediaType(text: string): { name: string; parameters: Readonly<Record<string, string>> } {
  const [name = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameters = rest.map((part) => {
    const [key = '', value = ''] = part.split('=');
    return [key.trim(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
  });
  return { name, parameters: Object.fromEntries(parameters) };
}
