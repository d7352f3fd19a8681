import { approveSca, declineSca, type PsuAct } from '../client/operator.ts';
import type { Bank, Psu } from './bank-types.ts';
import type { Operate } from './operate.ts';

/** @see D11-play-sca, A-library-operator */
export function psuAt(operate: Operate): Pick<Bank, 'approve' | 'decline'> {
  return {
    approve: (id, psu = {}) => operate(approveSca, actOf(id, psu)),
    decline: (id, psu = {}) => operate(declineSca, actOf(id, psu)),
  };
}

function actOf(id: string, { accounts, ...psu }: Psu): PsuAct {
  const chosen = accounts === undefined ? {} : { accounts: accounts === 'all' ? accounts : [...accounts] };
  return { ...psu, ...chosen, id: authorisationIn(id) ?? id };
}

/** Of a link scaRedirect. */
function authorisationIn(link: string): string | undefined {
  return /^https?:\/\/.*\/sca\/([^/?#]+)\/[^/?#]+$/.exec(link)?.[1];
}
