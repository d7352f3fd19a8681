import { addDays, DAY, dayInForce, dayOf, slotAfter, startOf } from './calendar.ts';
import { approve } from './life.ts';
import { availableOn, inOre } from './money.ts';
import { type Caller, isExempt, psuOf, startSca, TOO_MANY_OPEN } from './psu.ts';
import { type Model, nowOf, type Payment, refused, type Said } from './state.ts';

/** How the bank receives a domestic payment. @see decisions.md §4 */

/** Creditors at other banks, and what they take as KID. */
export const CREDITORS = {
  elsewhere: { bban: '99950512349', kid: 'unchecked' },
  needsKid: { bban: '99911200011', kid: 'required' },
  takesNone: { bban: '99930700017', kid: 'none' },
} as const;

export type CreditorName = keyof typeof CREDITORS;

/** References by what is right about them: 12 digits of MOD10, and 6. */
export const KIDS = { right: '000123456782', wrong: '000123456783' } as const;

/** A creation, with all that the model looks at. */
export interface Order {
  readonly caller: Caller;
  readonly requestId: string;
  /** Place of the account, or none that this bank has. */
  readonly debtor: number | 'nowhere';
  readonly debtorCurrency: 'NOK' | 'EUR';
  readonly creditor: number | CreditorName;
  readonly amount: string;
  readonly currency: 'NOK' | 'EUR';
  readonly asked?: string;
  readonly text: string;
  readonly kid?: keyof typeof KIDS;
  readonly isExplicit: boolean;
  readonly rejectsNoFunds: boolean;
  readonly allowsDuplicate: boolean;
}

/** What makes two requests the same one. @see safety.md §1 Record */
function fingerprintOf({ isExplicit, rejectsNoFunds, requestId, ...telling }: Order): string {
  return JSON.stringify(telling);
}

export function create(model: Model, order: Order): Said {
  const { caller, requestId } = order;
  const first = model.kept.find((one) => one.tpp === caller.tpp && one.id === requestId);
  if (first && nowOf(model) - first.at < DAY) {
    if (first.fingerprint !== fingerprintOf(order)) return refused(409, 'CONFLICT X-Request-ID');
    return { ...first.said, repeats: requestId };
  }
  model.kept = model.kept.filter((one) => one !== first);
  const said = receive(model, order);
  if (said.status === 201) {
    const at = nowOf(model);
    model.kept.push({ tpp: caller.tpp, id: requestId, at, fingerprint: fingerprintOf(order), said });
  }
  return said;
}

function receive(model: Model, order: Order): Said {
  const who = psuOf(model, order.caller);
  if ('said' in who) return who.said;
  const faults = [debtorFault(model, order, who.psu), kidFault(order), dateFault(model, order)];
  const errors = faults.filter((fault) => fault !== undefined);
  if (errors.length > 0 || order.debtor === 'nowhere') return refused(400, ...errors);
  const payment = paymentOf(model, order, order.debtor, who.psu);
  if (order.rejectsNoFunds && payment.cost > availableOn(model, payment.debtor)) {
    return refused(400, 'PAYMENT_FAILED instructedAmount.amount');
  }
  if (!order.allowsDuplicate && model.payments.some((other) => areDuplicates(other, payment))) {
    return refused(409, 'CONFLICT');
  }
  return received(model, order, payment);
}

function debtorFault(model: Model, order: Order, psu: string | undefined): string | undefined {
  const account = order.debtor === 'nowhere' ? undefined : model.facts[order.debtor];
  const path = account?.isCard ? 'other.identification' : 'bban';
  if (!account || (psu !== undefined && account.owner !== psu)) {
    return `RESOURCE_UNKNOWN debtorAccount.${path}`;
  }
  return order.debtorCurrency === 'NOK' ? undefined : 'FORMAT_ERROR debtorAccount.currency';
}

function kidFault({ creditor, kid }: Order): string | undefined {
  const rule = typeof creditor === 'number' ? 'unchecked' : CREDITORS[creditor].kid;
  const path = 'remittanceInformationStructuredArray';
  if (rule === 'required' && kid === undefined) return `KID_MISSING ${path}`;
  const isWrong = rule === 'none' || (rule === 'required' && kid === 'wrong');
  return isWrong && kid !== undefined ? `KID_INVALID ${path}` : undefined;
}

function dateFault(model: Model, { asked }: Order): string | undefined {
  const today = dayOf(nowOf(model));
  if (asked === undefined || (asked >= today && asked <= addDays(today, 365))) return undefined;
  return 'EXECUTION_DATE_INVALID requestedExecutionDate';
}

function paymentOf(model: Model, order: Order, debtor: number, psu: string | undefined): Payment {
  const now = nowOf(model);
  const { asked, creditor, amount, currency, kid, text } = order;
  const day = asked === undefined ? dayOf(slotAfter(now)) : dayInForce(asked, now);
  return {
    place: model.payments.length,
    tpp: order.caller.tpp,
    psu,
    status: 'RCVD',
    path: ['RCVD'],
    debtor,
    creditor: typeof creditor === 'number' ? creditor : undefined,
    cost: inOre(amount, currency),
    asked,
    day,
    moved: asked !== undefined && asked !== day,
    funds: undefined,
    approval: undefined,
    rejectsNoFunds: order.rejectsNoFunds,
    lapsesAt: order.isExplicit ? startOf(addDays(day, 1)) : undefined,
    held: false,
    late: false,
    likeness: JSON.stringify([debtor, creditor, amount, currency, kid ?? text.toLowerCase()]),
  };
}

function areDuplicates(other: Payment, payment: Payment): boolean {
  const isLive = other.status !== 'RJCT' && other.status !== 'CANC';
  return isLive && other.likeness === payment.likeness && other.day === payment.day;
}

function received(model: Model, order: Order, payment: Payment): Said {
  const warnings = payment.moved ? { warnings: ['EXECUTION_DATE_INVALID requestedExecutionDate'] } : {};
  if (order.isExplicit) {
    model.payments.push(payment);
    return { status: 201, transactionStatus: 'RCVD', links: 'self startAuthorisation status', ...warnings };
  }
  const exempt = isExempt(model, order.caller, payment.psu, payment);
  const sca = startSca(model, order.caller, {
    purpose: 'payment',
    psu: payment.psu,
    payment,
    isExempt: exempt,
    isPrivate: order.caller.psu === 'none',
  });
  if (!sca) return TOO_MANY_OPEN;
  model.payments.push(payment);
  if (!exempt || payment.psu === undefined) {
    const links = 'scaRedirect scaStatus self startAuthorisation status';
    return { status: 201, transactionStatus: 'RCVD', links, ...warnings };
  }
  approve(model, payment, payment.psu);
  return { status: 201, transactionStatus: payment.status, links: 'scaStatus self status', ...warnings };
}
