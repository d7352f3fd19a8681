import { ADMISSIONS } from '../wire/admission.ts';
import type { NotAdmitted } from './admit.ts';
import type { Exchange } from './exchange.ts';
import { type Refusal, refuse } from './refusal.ts';

/**
 * Says why a TPP isn't let in, and what to change; a terse bank gives the code alone.
 * @see D12-admission, D2-terse-errors
 */
export function refuseAdmission(exchange: Exchange, reason: NotAdmitted): Refusal {
  const row = ADMISSIONS[reason.code];
  const { status, code } = row;
  exchange.notAdmitted = reason.code;
  if (exchange.isTerse) return { status, messages: [{ category: 'ERROR', code }] };
  const parts = [`${reason.code}:`, row.message, reason.says, reason.remedy ?? row.remedy];
  const text = parts.filter((part) => part !== undefined).join(' ');
  return refuse(status, code, text, row.isOfHeader ? 'TPP-Signature-Certificate' : undefined);
}
