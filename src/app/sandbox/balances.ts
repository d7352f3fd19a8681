import { updateSandboxAccountBalances } from '../../client/sandbox/accounts.ts';
import { updateSandboxCardAccountBalances } from '../../client/sandbox/card-accounts.ts';
import { balanceForm } from '../../forms/sandbox/forms.ts';
import type { SandboxAccount } from '../../wire/sandbox/account.ts';
import type { SandboxCardAccount } from '../../wire/sandbox/card-account.ts';
import type { Meta } from '../at-bank.ts';
import { ownAccount } from './accounts.ts';
import { ownOf } from './card-accounts.ts';
import { allOf, type Choices, listed } from './choices.ts';
import { found } from './found.ts';
import { faultOf, type Making } from './making.ts';
import { ACCOUNTS, CARD_ACCOUNTS } from './sorts.ts';

export type WithNewBalance = (SandboxAccount | SandboxCardAccount) & Meta;

const withBalances: Choices = async (...asked) => [
  ...(await listed(ACCOUNTS)(...asked)),
  ...(await allOf(CARD_ACCOUNTS)(...asked)),
];

/** Of an account or of a card account: whichever has the name. */
export const newBalance: Making<SandboxAccount | SandboxCardAccount> = {
  form: balanceForm,
  choices: { ACCOUNT: withBalances },
  faultOf: faultOf(balanceForm),
  look: async (session, { given }) => {
    const { own, mockAccountId } = await ownAccount(session, given);
    const card = own === undefined ? await found(session, CARD_ACCOUNTS, mockAccountId) : undefined;
    if (card !== undefined) {
      const { resourceId: mockCardAccountId } = card;
      return {
        ...{ given, known: ownOf(card) },
        send: (sent) => session.call(updateSandboxCardAccountBalances, { mockCardAccountId, ...sent }),
      };
    }
    return {
      ...{ given, known: own === undefined ? {} : { own } },
      send: (sent) => session.call(updateSandboxAccountBalances, { mockAccountId, ...sent }),
    };
  },
};
