import { createSandboxAccount } from '../../client/sandbox/accounts.ts';
import type { Session } from '../../client/session.ts';
import type { Given } from '../../forms/sandbox/form.ts';
import { accountForm } from '../../forms/sandbox/forms.ts';
import type { SandboxAccount } from '../../wire/sandbox/account.ts';
import type { Meta } from '../at-bank.ts';
import { listed } from './choices.ts';
import { withCustomerNumber } from './customers.ts';
import type { Items } from './data.ts';
import { found } from './found.ts';
import { faultOf, type Making } from './making.ts';
import { ACCOUNTS, CUSTOMERS } from './sorts.ts';

export type ShownAccount = SandboxAccount & Meta;
export type ListedAccounts = Items<SandboxAccount> & Meta;

export const newAccount: Making<SandboxAccount> = {
  form: accountForm,
  choices: { customer: listed(CUSTOMERS) },
  usual: { currency: 'NOK' },
  faultOf: faultOf(accountForm),
  look: async (session, { given }) => ({
    given: await withCustomerNumber(session, given),
    send: (sent) => session.call(createSandboxAccount, sent),
  }),
};

export const whichAccount = { choices: { ACCOUNT: listed(ACCOUNTS) } };

/** The account that ACCOUNT names. One that the bank does not list has the name alone, and the bank says so. */
export async function ownAccount(session: Session, { ACCOUNT = '' }: Given) {
  const own = await found(session, ACCOUNTS, ACCOUNT);
  return { own, mockAccountId: own?.id ?? ACCOUNT };
}
