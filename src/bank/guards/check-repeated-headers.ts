import { refuse } from '../answer.ts';
import type { Guard } from '../routes/route.ts';

const ONCE = [
  'date',
  'digest',
  'signature',
  'tpp-signature-certificate',
  'x-request-id',
  'content-type',
  'host',
];
const ONCE_FAMILIES = ['psu-', 'x-psu-', 'tpp-'];

/** A header that decides something is sent once; which of two was meant can't be known. @see S12-repeated-headers */
export const checkRepeatedHeaders: Guard = (exchange) =>
  exchange.repeatsHeaders ? refuseRepeated(exchange) : undefined;

const refuseRepeated: Guard = ({ request }) => {
  const seen = new Map<string, string>();
  for (const [name] of request.headers) {
    const lower = name.toLowerCase();
    const first = seen.get(lower);
    if (first !== undefined && isSentOnce(lower)) {
      return refuse(400, 'FORMAT_ERROR', `${first} is sent more than once: send it once`, first);
    }
    seen.set(lower, name);
  }
  return undefined;
};

function isSentOnce(name: string): boolean {
  return ONCE.includes(name) || ONCE_FAMILIES.some((family) => name.startsWith(family));
}
