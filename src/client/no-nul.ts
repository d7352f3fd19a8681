import { Fault } from '../errors.ts';
import type { HttpResponse } from '../message.ts';

const ESCAPED = Buffer.from('\\u0000');

/**
 * What a write's answer says is kept in the ledger, and named in later requests: no text of it has U+0000, which neither
 * can have.
 * @throws Fault ANSWER_INVALID that names the member
 * @see S12-nul, C-answer-invalid
 */
export function refuseNul(operation: string, { status, body }: HttpResponse, resource: unknown): void {
  if (!Buffer.from(body).includes(ESCAPED)) return;
  const place = placeOfNul(resource, '');
  if (place === undefined) return;
  throw new Fault('ANSWER_INVALID', `The bank's answer to "${operation}" has U+0000 in ${place}.`, {
    status,
  });
}

function placeOfNul(value: unknown, place: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? place : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = placeOfNul(member, place === '' ? name : `${place}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
