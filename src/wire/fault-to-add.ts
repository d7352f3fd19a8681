import * as z from 'zod/mini';
import { faultNames, isFaultName, statusesOf } from './faults.ts';
import { integer, object, rule, stringThat, text } from './field.ts';

const MOST_CALLS = 1_000_000;
/** A served bank closes a connection on which nothing goes for 60 s. */
const LONGEST_LATENCY_MS = 50_000;
const NAME_LIMIT = 100;

/** The body that sets a fault; which operations it can strike is fault-reach.ts's to say. @see D11-faults */
export const faultToAdd = object({
  fault: stringThat(isFaultName, `one of ${faultNames.join(', ')}`),
  operation: z.optional(text(NAME_LIMIT)),
  call: z.optional(integer(1, MOST_CALLS)),
  status: z.optional(integer(400, 599)),
  milliseconds: z.optional(integer(1, LONGEST_LATENCY_MS)),
}).check(rule(checkDetails));

/** Which details a fault has. */
function checkDetails({ fault, status, milliseconds }: Partial<Record<string, unknown>>) {
  if (typeof fault !== 'string' || !isFaultName(fault)) return undefined;
  if (fault === 'latency' && milliseconds === undefined)
    return { at: ['milliseconds'], text: 'is required with latency' };
  if (fault !== 'latency' && milliseconds !== undefined)
    return { at: ['milliseconds'], text: 'is only for latency' };
  const statuses = statusesOf(fault);
  if (typeof status !== 'number' || statuses.includes(status)) return undefined;
  const allowed =
    statuses.length === 0 ? 'is only for error codes' : `must be ${statuses.join(' or ')} with ${fault}`;
  return { at: ['status'], text: allowed };
}
