import { refused } from '../model/state.ts';

/** What can be wrong with the bodies of single products before the bank looks into its store. @see D2-order */

type Members = Record<string, unknown>;

/** A fault at one member, which is changed, or left out. */
function wrong(kind: 'cross-border' | 'instant' | 'periodic', member: string, change: Members) {
  return {
    kind,
    says: refused(400, `FORMAT_ERROR ${member}`),
    body: (body: Members): Members => ({ ...body, ...change }),
  };
}

const LARGE = { amount: '100000.00', currency: 'NOK' };
const NOBODYS_IBAN = { iban: 'SE4550000000058398257467', currency: 'SEK' };

function itemsChanged(body: Members, change: (items: readonly Members[]) => readonly Members[]): Members {
  return { ...body, payments: change(body.payments as readonly Members[]) };
}

export const PRODUCT_FAULTS = {
  'no agent beside a bban': wrong('cross-border', 'creditorAgent', {
    creditorAccount: { bban: '12345', currency: 'SEK' },
    creditorAgent: undefined,
  }),
  'an IBAN with a wrong digit': wrong('cross-border', 'creditorAccount.iban', {
    creditorAccount: NOBODYS_IBAN,
  }),
  'nothing told the tax authorities': {
    kind: 'cross-border',
    says: refused(400, 'FORMAT_ERROR regulatoryReportingCode', 'FORMAT_ERROR regulatoryReportingInformation'),
    body: (body: Members): Members => ({
      ...body,
      instructedAmount: LARGE,
      regulatoryReportingCode: undefined,
      regulatoryReportingInformation: undefined,
    }),
  },
  'a card that pays abroad': wrong('cross-border', 'debtorAccount', {
    debtorAccount: {
      other: { identification: 'card', schemeNameProprietary: 'creditCardAccount' },
      currency: 'NOK',
    },
  }),
  'a date of what is instant': wrong('instant', 'requestedExecutionDate', {
    requestedExecutionDate: '2027-04-01',
  }),
  'a month twice': wrong('periodic', 'monthsOfExecution', { monthsOfExecution: ['1', 1] }),
  'months that vary, and none named': wrong('periodic', 'monthsOfExecution', {
    monthsOfExecution: undefined,
  }),
  'an end before the start': wrong('periodic', 'endDate', { endDate: '2020-01-01' }),
  'a bulk of nothing': {
    kind: 'bulk',
    says: refused(400, 'FORMAT_ERROR payments'),
    body: (body: Members): Members => itemsChanged(body, () => []),
  },
  'a fault in an item': {
    kind: 'bulk',
    says: refused(400, 'FORMAT_ERROR payments[1].creditorName'),
    body: (body: Members): Members =>
      itemsChanged(body, ([first = {}]) => [first, { ...first, creditorName: undefined }]),
  },
} as const;
