import { type Caller, customerNamed, hasSca } from '../model/psu.ts';
import { answerRead, isOfAccounts, type Reading, type ReadName, refusedAtOnce } from '../model/reads.ts';
import type { Model } from '../model/state.ts';
import { byTpp, type Ids, NOT_MADE, once, type Plan, tppHeaders } from '../plan.ts';

/** Account information, who the PSU is, and the calls for a consent. */
export interface ReadCommand {
  readonly do: 'read';
  readonly read: ReadName;
  /** Place of the account or card; absent: the first one. */
  readonly account?: number | 'nobodys';
  readonly by?: Partial<Caller>;
  readonly isUnattended?: true;
}

/** Below the path of one of them. */
const BELOW = / (balances|transactions)$/;

/** All that is pending, whatever its day; of what is booked all that there is, where it is told. */
function queryOf({ read, withBooked }: Reading): { query?: string } {
  if (!read.endsWith('transactions')) return {};
  return { query: `bookingStatus=${withBooked ? 'both' : 'pending'}&dateTo=2099-12-31&limit=1000` };
}

function pathOf(model: Model, { read, account }: Reading, ids: Ids): string {
  const of = read.replace(BELOW, '');
  if (of !== 'account' && of !== 'card account') return `/v1/${read}`;
  const number = account === undefined ? undefined : model.facts[account]?.number;
  const path = `/v1/${of === 'account' ? 'accounts' : 'card-accounts'}/${ids.sandbox.get(number ?? '') ?? NOT_MADE}`;
  const below = BELOW.exec(read)?.[1];
  return below === undefined ? path : `${path}/${below}`;
}

export function planOfRead(model: Model, command: ReadCommand, ids: Ids): Plan {
  const { read, account = 0, by, isUnattended = false } = command;
  const named: Caller = { tpp: 0, session: 's0', psu: 'kari', ...by };
  // To be a corporate user says something of accounts alone.
  const isFirm = named.psu === 'kari-id-as-firm' && !isOfAccounts(read);
  const caller: Caller = isFirm ? { ...named, psu: 'kari-id' } : named;
  const reading: Reading = {
    read,
    caller,
    account: account === 'nobodys' ? undefined : account,
    isUnattended,
    withBooked: hasSca(model, caller, customerNamed(caller)),
  };
  const { 'PSU-IP-Address': address, ...headers } = tppHeaders(model, caller, 'read', ids);
  const atOnce = refusedAtOnce(reading);
  return {
    sent: {
      method: read === 'consents' ? 'POST' : 'GET',
      path: pathOf(model, reading, ids),
      ...queryOf(reading),
      headers: isUnattended || address === undefined ? headers : { ...headers, 'PSU-IP-Address': address },
      signer: byTpp(caller),
    },
    ...(atOnce ? { atOnce } : {}),
    act: once((then) => answerRead(then, reading)),
  };
}
