import type { TestBank } from '../../support/bank.ts';
import { foreignIban } from './accounts.ts';

/** What a table of refusals is about: where it is sent, and a body that the bank takes. */
export interface Kind {
  readonly path: string;
  readonly body: (bank: TestBank) => object;
}

export const domestic: Kind = {
  path: '/v1/payments/norwegian-domestic-credit-transfers',
  body: (bank) => bank.payment(),
};

/** NOK 100 000 to an account abroad: nothing that the bank would warn of. */
export const crossBorder: Kind = {
  path: '/v1/payments/norwegian-cross-border-credit-transfers',
  body: (bank) => {
    const { creditorName, debtorAccount, remittanceInformationUnstructured } = bank.payment();
    return {
      instructedAmount: { amount: '100000.00', currency: 'NOK' },
      creditorName,
      creditorAccount: { iban: foreignIban, currency: 'EUR' },
      debtorAccount,
      remittanceInformationUnstructured,
      regulatoryReportingCode: '14',
      regulatoryReportingInformation: 'Kjøp av varer',
    };
  },
};

/** The domestic body; the amount is small enough for the debtor. */
export const instant: Kind = {
  path: '/v1/payments/instant-norwegian-credit-transfers-straks',
  body: (bank) => bank.payment(),
};

/** The same product by its other name. @see D1-products */
export const instantAlias: Kind = {
  path: '/v1/payments/instant-norwegian-domestic-credit-transfers-straks',
  body: (bank) => bank.payment(),
};

export const feeInformation: Kind = {
  path: '/v1/payments/instant-norwegian-credit-transfers-straks/fee-information',
  body: (bank) => {
    const { instructedAmount, creditorAccount, debtorAccount } = bank.payment();
    return { amount: instructedAmount, creditorAccount, debtorAccount };
  },
};
