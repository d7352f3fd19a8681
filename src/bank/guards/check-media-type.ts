import { refuse } from '../refusal.ts';
import type { Guard } from '../routes/route.ts';

const JSON_RANGE = /^(?:\*\/\*|application\/(?:\*|json|[\w.!#$&^-]+\+json))$/;
const JSON_TYPE = /^application\/(?:json|[\w.!#$&^-]+\+json)$/;

/**
 * Accept needs a JSON match; Content-Type is looked at only where a body is read, absent means JSON.
 * @see decisions.md §2, 406 and 415
 */
export const checkMediaType: Guard = (exchange) => {
  const accept = exchange.headerList('Accept');
  if (accept !== undefined && accept.trim() !== '' && !accept.split(',').some(takesJson)) {
    return refuse(406, 'BAD_REQUEST', 'the bank answers in JSON: send Accept: application/json', 'Accept');
  }
  const type = exchange.header('Content-Type');
  if (!exchange.route.body || type === undefined) return undefined;
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
    return refuse(415, 'BAD_REQUEST', 'bodies are UTF-8: leave charset out or send utf-8', 'Content-Type');
  }
  return undefined;
};

function takesJson(range: string): boolean {
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
