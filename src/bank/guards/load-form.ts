import { refuse } from '../refusal.ts';
import type { Guard } from '../routes/route.ts';

const FORM = /^application\/x-www-form-urlencoded(?:\s*;.*)?$/i;

/** The fields of a page's form; each comes once. @see safety.md §9 */
export const loadForm: Guard = (exchange) => {
  if (exchange.request.method !== 'POST') return undefined;
  if (!FORM.test(exchange.header('Content-Type') ?? '')) {
    return refuse(415, 'BAD_REQUEST', 'a form is application/x-www-form-urlencoded', 'Content-Type');
  }
  const fields = [...new URLSearchParams(Buffer.from(exchange.request.body).toString('utf8'))];
  const names = fields.map(([name]) => name);
  if (new Set(names).size !== names.length)
    return refuse(400, 'FORMAT_ERROR', 'a field is sent more than once');
  exchange.body = Object.fromEntries(fields);
  return undefined;
};
