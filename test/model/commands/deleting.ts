import { deleteAccount, deleteCustomer, makeAccount, makeCustomer } from '../model/deleting.ts';
import { FIRM, type KARI, type OLA } from '../model/facts.ts';
import type { Model } from '../model/state.ts';
import { type Ids, NOT_MADE, once, type Plan } from '../plan.ts';
import type { Sent } from '../sent.ts';

/** Commands that delete what the sandbox has, and make it again. @see D8-deleting */

export interface DeleteCommand {
  readonly do: 'delete';
  /** Place of an account or card account, or a customerNumber. */
  readonly what: number | Customer | 'nowhere' | 'nobody';
}

/** A card account is made no second time. */
export interface MakeCommand {
  readonly do: 'make';
  readonly what: number | Customer;
}

export type Customer = typeof KARI | typeof OLA | typeof FIRM;

function sent(method: string, path: string, body?: object): Sent {
  return {
    method,
    path: `/v1/sandbox${path}`,
    headers: { 'X-Request-ID': 'sandbox' },
    signer: 'first',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

export function planOfDelete({ facts }: Model, { what }: DeleteCommand, ids: Ids): Plan {
  if (typeof what === 'number' || what === 'nowhere') {
    const account = what === 'nowhere' ? undefined : facts[what];
    const id = ids.sandbox.get(account?.number ?? '') ?? NOT_MADE;
    const path = account?.isCard ? 'card-accounts' : 'accounts';
    return { sent: sent('DELETE', `/${path}/${id}`), act: once((then) => deleteAccount(then, what)) };
  }
  const id = ids.sandbox.get(what) ?? NOT_MADE;
  return { sent: sent('DELETE', `/customers/${id}`), act: once((then) => deleteCustomer(then, what)) };
}

export function planOfMake({ facts }: Model, { what }: MakeCommand): Plan {
  if (typeof what === 'string') {
    const type = what === FIRM ? 'CORPORATE' : 'PRIVATE';
    const body = { customerNumber: what, name: 'Again', type };
    return { sent: sent('POST', '/customers', body), act: once((then) => makeCustomer(then, what)) };
  }
  const { owner = '', number = '', credit = 0 } = facts[what] ?? {};
  const body = {
    customerNumber: owner,
    accountName: 'Again',
    currency: 'NOK',
    bban: number,
    creditLine: credit / 100,
  };
  return { sent: sent('POST', '/accounts', body), act: once((then) => makeAccount(then, what)) };
}
