import type { DebtorAccount } from '../../payments/debtor-accounts.ts';
import { plainNumber, unspaced } from '../../values/written-number.ts';
import { askOne, type Choice } from '../questions.ts';
import type { Values } from './form.ts';
import { type Question, typed } from './question.ts';

/** What names an account, typed as people write it, as the flags of debtor or creditor. */
function accountValues(side: 'from' | 'to', written: string): Values {
  const isIban = /^[A-Z]{2}\d{2}/.test(unspaced(written));
  return {
    [`${side}-bban`]: isIban ? undefined : plainNumber(written),
    [`${side}-iban`]: isIban ? unspaced(written) : undefined,
  };
}

/** The creditor's account. An account abroad is named by its IBAN wherever it has one. */
export const askCreditorAccount: Question['ask'] = typed({
  message: ({ kind }) =>
    kind === 'cross-border'
      ? "Creditor's IBAN, or account number (--to-iban)"
      : "Creditor's account number (--to-bban)",
  values: (written) => accountValues('to', written),
});

/** The debtor's account: picked where the profile knows accounts, else typed. @see C-payment-asked */
export const askDebtorAccount: Question['ask'] = async (asked, help) => {
  const accounts = await help.accounts();
  const picked = accounts.length === 0 ? OTHER : await pickOne(accounts, asked.old);
  const account = accounts.find(({ bban }) => bban === picked);
  const named = { 'from-iban': undefined, 'from-card': undefined };
  if (account !== undefined) {
    return { values: { ...named, 'from-bban': account.bban, 'from-currency': account.currency } };
  }
  // The currency of the account before is not that of another.
  const currency = asked.old === undefined ? {} : { 'from-currency': undefined };
  const { values } = await typedDebtor(asked, help);
  return { values: { ...named, ...values, ...currency } };
};

const OTHER = '';

const MESSAGE = 'Pay from (--from-bban)';

function pickOne(accounts: readonly DebtorAccount[], old: string | undefined): Promise<string> {
  const choices: Choice[] = accounts.map(({ bban, name, currency, owner }) => ({
    value: bban,
    about: [currency, name, ...(owner === undefined ? [] : [owner])],
  }));
  const isKnown = old === undefined || accounts.some(({ bban }) => bban === old);
  return askOne(MESSAGE, [...choices, { value: OTHER, label: 'Another', about: [] }], isKnown ? old : OTHER);
}

const typedDebtor = typed({ message: MESSAGE, values: (written) => accountValues('from', written) });
