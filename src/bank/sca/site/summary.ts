import type { Op } from '../../../store/contract.ts';
import type { Currency } from '../../../values/currencies.ts';
import { formatAmount } from '../../../values/money.ts';
import { approve } from '../../domain/approval.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import { feeMinor } from '../../domain/charges.ts';
import type { Initiation } from '../../domain/initiation.ts';
import { debtorCurrency, type Payment } from '../../domain/payment.ts';
import { debtorOf } from '../../life/debtor.ts';
import { findShownAccount } from '../../store/tables/accounts.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { findSubject, waitingFor } from '../subject.ts';
import { type Html, html } from './html.ts';

/** What is approved: the payments, or what the TPP gets. Nobody sees it before it is known to be theirs. */
export function* summaryOf(world: WorldState, sca: Authorisation): Op<Html> {
  const subject = yield* findSubject(sca);
  if (!subject) return sessionSummary(sca);
  const payments = waitingFor(sca, subject.payments);
  const summaries: Html[] = [];
  for (const payment of payments) summaries.push(yield* paymentSummary(world, sca, payment));
  return html`${countOf(payments.length)}
${summaries}`;
}

function countOf(payments: number): Html | undefined {
  if (payments === 0)
    return html`<p>No payment waits for you any more: they were booked or ended meanwhile.</p>`;
  return payments === 1 ? undefined : html`<p>${payments} payments.</p>`;
}

function* paymentSummary(world: WorldState, { purpose }: Authorisation, payment: Payment): Op<Html> {
  const account = yield* debtorOf(payment);
  const debtor = account && (yield* findShownAccount(account.id));
  const shown = payment.initiation;
  // At its approval the date is looked at again (decisions.md §4): the page says what that would come to.
  const isApproved = purpose === 'cancellation';
  const date = isApproved ? payment.effectiveDate : approve(payment, world.bankNow).effectiveDate;
  const debtorNumber = accountNumber(debtor?.number ?? '');
  const currency = debtorCurrency(payment);
  const fee = feeMinor(payment, currency);
  return html`<dl>
${row('Amount', html`<span class="amount number">${money(payment.amountMinor, payment.currency)}</span>`)}
${fee > 0n ? row('Fee', html`<span class="number">${money(fee, currency)}</span>`) : undefined}
${row('To', html`<bdi>${shown.creditorName}</bdi> <span class="number">${accountNumber(writtenNumber(shown))}</span>`)}
${shown.creditorAgent === undefined ? undefined : row('Bank of the creditor', html`<bdi>${shown.creditorAgent}</bdi>`)}
${row('From', html`<bdi>${debtor?.name}</bdi> <span class="number">${debtorNumber}</span>`)}
${dates(shown, date)}
${messages(shown)}
</dl>`;
}

/** As the TPP wrote it. */
function writtenNumber({ creditorAccount: { bban, iban } }: Initiation): string {
  return iban ?? bban ?? '';
}

function money(amountMinor: bigint, currency: Currency): string {
  return `${grouped(formatAmount(amountMinor, currency))}\u00a0${currency}`;
}

function dates(shown: Initiation, date: string): readonly Html[] {
  const day = (of: string) => html`<time datetime="${of}">${dateInWords(of)}</time>`;
  if (shown.startDate === undefined) {
    return [row('Execution date', html`${day(date)}${movedFrom(shown, date)}`)];
  }
  return [
    row('First payment', day(shown.startDate)),
    row('Repeated', html`${repetition(shown)}`),
    ...(shown.endDate === undefined ? [] : [row('Last day', day(shown.endDate))]),
  ];
}

function repetition({
  frequency = '',
  monthsOfExecution,
  dayOfExecution,
  executionRule,
}: Initiation): string {
  const months = monthsOfExecution?.map((month) => MONTHS[Number(month) - 1]).join(', ');
  return [
    months === undefined ? (FREQUENCIES[frequency] ?? frequency) : `in ${months}`,
    ...(dayOfExecution === undefined ? [] : [`on day ${dayOfExecution}`]),
    ...(executionRule === undefined
      ? []
      : [`on the ${EXECUTION_DAYS[executionRule]} bank day when the bank is closed`]),
  ].join(', ');
}

/** @see decisions.md §4 Periodic, executionRule */
const EXECUTION_DAYS: Readonly<Record<string, string>> = {
  following: 'following',
  preceding: 'preceding',
  preceeding: 'preceding',
};

/** @see decisions.md §4 Periodic, frequency */
const FREQUENCIES: Readonly<Record<string, string>> = {
  Daily: 'every day',
  Weekly: 'every week',
  EveryTwoWeeks: 'every two weeks',
  Monthly: 'every month',
  EveryTwoMonths: 'every two months',
  Quarterly: 'every quarter',
  SemiAnnual: 'every half year',
  Annual: 'every year',
};

function row(name: string, value: Html): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function movedFrom({ requestedExecutionDate: asked }: Initiation, date: string): Html | undefined {
  if (asked === undefined || asked === date) return undefined;
  return html` <span>moved from ${dateInWords(asked)}</span>`;
}

function messages(shown: Initiation): readonly Html[] {
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
