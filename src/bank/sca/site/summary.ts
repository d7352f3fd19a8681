import type { Op } from '../../../store/contract.ts';
import { formatAmount } from '../../../values/money.ts';
import { approve } from '../../domain/approval.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Payment } from '../../domain/payment.ts';
import { findShownAccount } from '../../store/tables/accounts.ts';
import { findPayment } from '../../store/tables/payments.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { type Html, html } from './html.ts';

/** The members of an initiation that the page shows. @see interface.md Norwegian domestic credit transfer request */
interface Shown {
  readonly creditorName?: string;
  readonly creditorAccount?: { readonly bban?: string };
  readonly requestedExecutionDate?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructured?: { readonly reference: string };
  readonly remittanceInformationStructuredArray?: readonly { readonly reference: string }[];
}

/** What is approved: the payment, or what the TPP gets. Nobody sees it before it is known to be theirs. */
export function* summaryOf(world: WorldState, sca: Authorisation): Op<Html> {
  const payment = sca.payment === undefined ? undefined : yield* findPayment(sca.payment);
  return payment ? yield* paymentSummary(world, sca, payment) : sessionSummary(sca);
}

function* paymentSummary(world: WorldState, { purpose }: Authorisation, payment: Payment): Op<Html> {
  const debtor = yield* findShownAccount(payment.debtorAccount);
  const shown = payment.initiation as Shown;
  // At its approval the date is looked at again (decisions.md §4): the page says what that would come to.
  const date = purpose === 'payment' ? approve(payment, world.bankNow).effectiveDate : payment.effectiveDate;
  const amount = `${grouped(formatAmount(payment.amountMinor, payment.currency))}\u00a0${payment.currency}`;
  const debtorNumber = accountNumber(debtor?.number ?? '');
  return html`<dl>
${row('Amount', html`<span class="amount number">${amount}</span>`)}
${row('To', html`<bdi>${shown.creditorName}</bdi> <span class="number">${accountNumber(shown.creditorAccount?.bban ?? '')}</span>`)}
${row('From', html`<bdi>${debtor?.name}</bdi> <span class="number">${debtorNumber}</span>`)}
${row('Execution date', html`<time datetime="${date}">${dateInWords(date)}</time>${movedFrom(shown, date)}`)}
${messages(shown)}
</dl>`;
}

function row(name: string, value: Html): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function movedFrom({ requestedExecutionDate: asked }: Shown, date: string): Html | undefined {
  if (asked === undefined || asked === date) return undefined;
  return html` <span>moved from ${dateInWords(asked)}</span>`;
}

function messages(shown: Shown): readonly Html[] {
  const single = shown.remittanceInformationStructured;
  const references = shown.remittanceInformationStructuredArray ?? (single ? [single] : []);
  const message = shown.remittanceInformationUnstructured;
  return [
    ...references.map(({ reference }) => row('KID or reference', html`<bdi>${reference}</bdi>`)),
    ...(message === undefined ? [] : [row('Message', html`<bdi>${message}</bdi>`)]),
  ];
}

/** @see interface.md Authentication 5, 7 */
function sessionSummary({ tpp }: Authorisation): Html {
  return html`<p><strong><bdi>${tpp}</bdi></strong> asks the bank who you are. It gets an id that stands for you there, and can send requests for you for one hour.</p>
<p>No payment is approved, and no account is shown to it.</p>`;
}

/** 1234567.89 as 1 234 567.89, unbroken. */
function grouped(amount: string): string {
  return amount.replaceAll(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, '\u00a0');
}

/** A bban of 11 digits as people write it, 4 2 5; another number as it is. */
function accountNumber(number: string): string {
  return number.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1\u00a0$2\u00a0$3');
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** Without Intl: its first use costs 6 ms. */
function dateInWords(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}
