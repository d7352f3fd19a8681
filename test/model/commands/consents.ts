import { type Asked, askFor, grant, revoke } from '../model/consents.ts';
import type { Caller } from '../model/psu.ts';
import type { Model } from '../model/state.ts';
import { byTpp, type Ids, NOT_MADE, once, operatorSent, type Plan, tppHeaders } from '../plan.ts';
import { TPPS } from '../sent.ts';

/** Commands about consents; agreements are counted as their places. */
export type ConsentCommand = { readonly do: 'consent' } & (
  | { readonly way: 'ask'; readonly by: Caller }
  | (Acting & { readonly way: 'grant'; readonly tpp: number; readonly accounts: Exclude<Asked, undefined> })
  | (Acting & { readonly way: 'revoke'; readonly tpp?: number })
);

interface Acting {
  readonly as: string;
  readonly agreement?: number | 'nobodys';
}

export function planOfConsent(model: Model, command: ConsentCommand, ids: Ids): Plan {
  if (command.way === 'ask') {
    const { by } = command;
    const headers = tppHeaders(model, by, 'consent', ids);
    const sent = { method: 'POST', path: '/v1/bank-offered-consents', headers, signer: byTpp(by) };
    return { sent, act: once((then) => askFor(then, by)) };
  }
  const { as, agreement, tpp } = command;
  const body = {
    as,
    ...(agreement === undefined ? {} : { agreementId: ids.agreements[agreement as number] ?? NOT_MADE }),
    ...(tpp === undefined ? {} : { tpp: TPPS[tpp] }),
  };
  if (command.way === 'revoke') {
    const sent = operatorSent('POST', '/operator/consents/revoke', body);
    return { sent, act: once((then) => revoke(then, as, { tpp, agreement })) };
  }
  const { accounts } = command;
  const named = { ...body, accounts: accountsIn(model, accounts, ids) };
  return {
    sent: operatorSent('POST', '/operator/consents/grant', named),
    act: once((then) => grant(then, as, { tpp: command.tpp, agreement }, accounts)),
  };
}

/** Accounts by their ids; of those that are gone, the last one. */
export function accountsIn({ facts }: Model, asked: Exclude<Asked, undefined>, { sandbox }: Ids) {
  if (asked === 'all') return asked;
  return asked.map((place) => sandbox.get(facts[place as number]?.number ?? '') ?? NOT_MADE);
}
