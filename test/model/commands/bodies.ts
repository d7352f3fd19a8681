import { CREDITORS, type Debit, type Item, KIDS, type Order } from '../model/order.ts';
import type { Kind } from '../model/products.ts';
import type { Model } from '../model/state.ts';

/** Orders as bodies. @see I-domestic-request, D4-creation */

type Body = Record<string, unknown>;

/** A bank abroad, and a Norwegian one; their check digits are right. */
const ABROAD = 'SE4550000000058398257466';
const NORWEGIAN_BANK = 'DNBANOKK';
const ELSEWHERE = { bban: CREDITORS.elsewhere.bban, iban: 'NO8899950512349' };
type Making = (model: Model, order: Order, item: Item) => Body;

const BODIES: Readonly<Record<Kind, Making>> = {
  domestic: whole,
  instant: whole,
  'cross-border': (model, order, item) => ({
    ...amountOf(item),
    creditorName: 'Ola Eksempel',
    ...payeeAbroad(model, order, item),
    debtorAccount: { ...debtorOf(model, order), currency: order.debtorCurrency },
    remittanceInformationUnstructured: item.text,
    ...dateOf(order),
    // Both are needed from NOK 100 000 on, and allowed below.
    regulatoryReportingCode: '14',
    regulatoryReportingInformation: 'goods',
  }),
  periodic: (model, order, item) => ({
    ...whole(model, order, item),
    startDate: order.starts,
    frequency: 'MonthlyVariable',
    monthsOfExecution: ['1', '7'],
  }),
  bulk: (model, order) => ({
    debtorAccount: { ...debtorOf(model, order), currency: order.debtorCurrency },
    ...dateOf(order),
    payments: order.items.map((item) => transfer(model, item)),
  }),
};

export function bodyOf(model: Model, order: Order): Body {
  const [item] = order.items;
  if (!item) throw new Error('an order of nothing');
  return BODIES[order.kind](model, order, item);
}

/** @see D4-fee-information */
export function feeBodyOf(model: Model, debit: Debit, { creditor, amount, currency }: Item): Body {
  return {
    amount: { amount, currency },
    creditorAccount: { bban: bbanOf(model, creditor), currency: 'NOK' },
    debtorAccount: { ...debtorOf(model, debit), currency: debit.debtorCurrency },
  };
}

function whole(model: Model, order: Order, item: Item): Body {
  const debtorAccount = { ...debtorOf(model, order), currency: order.debtorCurrency };
  return { ...transfer(model, item), debtorAccount, ...dateOf(order) };
}

function transfer(model: Model, item: Item): Body {
  const { text, kid } = item;
  return {
    ...amountOf(item),
    creditorName: 'Ola Eksempel',
    creditorAccount: { bban: bbanOf(model, item.creditor), currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    ...(kid === undefined
      ? { remittanceInformationUnstructured: text }
      : { remittanceInformationStructuredArray: [{ reference: KIDS[kid], referenceType: 'SCOR' }] }),
  };
}

function amountOf({ amount, currency }: Item): Body {
  return { instructedAmount: { amount, currency } };
}

function dateOf({ asked }: Order): Body {
  return asked === undefined ? {} : { requestedExecutionDate: asked };
}

function bbanOf(model: Model, creditor: Item['creditor']): string | undefined {
  return typeof creditor === 'number' ? model.facts[creditor]?.number : CREDITORS[creditor].bban;
}

/** An account of this bank by its IBAN, or by its number and a bank; anybody else is abroad. */
function payeeAbroad(model: Model, { debtorBy }: Order, { creditor }: Item): Body {
  const own = typeof creditor === 'number' ? model.facts[creditor] : undefined;
  if (!own) return { creditorAccount: { iban: ABROAD, currency: 'SEK' } };
  if (debtorBy === 'iban') return { creditorAccount: { iban: own.iban, currency: 'NOK' } };
  return { creditorAccount: { bban: own.number, currency: 'NOK' }, creditorAgent: NORWEGIAN_BANK };
}

function debtorOf({ facts }: Model, { debtor, kind, debtorBy }: Debit): Body {
  const account = debtor === 'nowhere' ? undefined : facts[debtor];
  if (account?.isCard) {
    return { other: { identification: account.number, schemeNameProprietary: 'creditCardAccount' } };
  }
  const bban = account?.number ?? ELSEWHERE.bban;
  const iban = account?.iban ?? ELSEWHERE.iban;
  if (kind !== 'cross-border' || debtorBy === 'bban') return { bban };
  return debtorBy === 'iban' ? { iban } : { bban, iban };
}
