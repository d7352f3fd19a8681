import { type Refusal, refuse } from '../answer.ts';
import type { Guard } from '../routes/route.ts';
import { refuseNul } from './check-nul.ts';
import { contentCoding } from './content-coding.ts';

/** The fields of a form by name. */
export type Form = ReadonlyMap<string, string>;

const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

/** What a browser writes: visible ASCII, everything else percent-encoded. */
const ENCODED = /^[\x21-\x7e]*$/;

/**
 * The fields of a page's form; each comes once, so that nobody can mean two things.
 * @see S9-form-fields, S12-limits-site
 */
export const loadForm: Guard = (exchange) => {
  if (exchange.request.method !== 'POST') return undefined;
  if (!FORM_TYPE.test(exchange.header('Content-Type') ?? '')) {
    return refuse(
      415,
      'BAD_REQUEST',
      'a form is sent as application/x-www-form-urlencoded in UTF-8',
      'Content-Type',
    );
  }
  if (contentCoding(exchange) !== 'identity') {
    return refuse(415, 'BAD_REQUEST', "forms can't be compressed: omit Content-Encoding", 'Content-Encoding');
  }
  const form = readForm(Buffer.from(exchange.request.body).toString('latin1'));
  if ('messages' in form) return form;
  exchange.body = form;
  return undefined;
};

function readForm(text: string): Form | Refusal {
  if (!ENCODED.test(text)) return refuse(400, 'FORMAT_ERROR', "the form isn't percent-encoded");
  const form = new Map<string, string>();
  for (const pair of text.split('&').filter((given) => given !== '')) {
    const mark = pair.indexOf('=');
    const name = decoded(mark < 0 ? pair : pair.slice(0, mark));
    const value = decoded(mark < 0 ? '' : pair.slice(mark + 1));
    if (name === undefined || value === undefined) {
      return refuse(400, 'FORMAT_ERROR', "the form isn't percent-encoded UTF-8");
    }
    if (name.includes('\0') || value.includes('\0')) return refuseNul('the form');
    if (form.has(name)) return refuse(400, 'FORMAT_ERROR', 'a field is sent more than once: send it once');
    form.set(name, value);
  }
  return form;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
