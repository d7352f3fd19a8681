import type { Op } from '../../../store/contract.ts';
import type { Currency } from '../../../values/currencies.ts';
import { formatAmount } from '../../../values/money.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Initiation } from '../../domain/initiation.ts';
import { debtorCurrency } from '../../domain/payment.ts';
import { feeMinor } from '../../domain/product-rules.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { findSubject, type ShownPayment } from '../subjects.ts';
import { accountsChoice, accountsSummary } from './accounts-page.ts';
import { type Html, html } from './html.ts';
import { accountNumber } from './numbers.ts';
import type { PaymentWords, SiteWords } from './words/words.ts';

/** What a page says of what is approved, and what it asks of it in its form. */
export interface Summary {
  readonly text: Html;
  readonly fields?: Html;
}

/**
 * What is approved: the payments, the accounts, or what the TPP gets. Nobody sees it before it is known to be theirs.
 * @param ticked of a form that could not be taken
 */
export function* summaryOf(
  world: WorldState,
  sca: Authorisation,
  words: SiteWords,
  ticked?: readonly string[],
): Op<Summary> {
  const shown = yield* (yield* findSubject(sca)).shown(world);
  switch (shown.kind) {
    case 'payments':
      return { text: paymentsSummary(shown.payments, words.payment) };
    case 'choice':
      return accountsChoice(sca, shown, words.consent, ticked);
    case 'accounts':
      return { text: accountsSummary(sca, shown.accounts, shown.granted, words.consent) };
    default:
      return { text: sessionSummary(sca, words) };
  }
}

/** @see D5-pages */
function paymentsSummary(payments: readonly ShownPayment[], words: PaymentWords): Html {
  const summaries = payments.map((payment) => paymentSummary(payment, words));
  if (summaries.length === 0) return html`<p>${words.none}</p>`;
  if (summaries.length === 1) return html`${summaries}`;
  return html`<dl>
${amountRow(words.count(payments.length), totals(payments, words))}
</dl>
<ol class="payments">
${summaries.map((summary) => html`<li>${summary}</li>\n`)}</ol>`;
}

/** The sum in each currency, in the order in which they come. */
function totals(payments: readonly ShownPayment[], words: PaymentWords): readonly string[] {
  const sums = new Map<Currency, bigint>();
  for (const { payment } of payments) {
    sums.set(payment.currency, (sums.get(payment.currency) ?? 0n) + payment.amountMinor);
  }
  return [...sums].map(([currency, sum]) => money(sum, currency, words));
}

function paymentSummary({ payment, date, debtor }: ShownPayment, words: PaymentWords): Html {
  const shown = payment.initiation;
  const debtorNumber = accountNumber(debtor?.number ?? '');
  const currency = debtorCurrency(payment);
  const fee = feeMinor(payment, currency);
  const creditor = html`<bdi>${shown.creditorName}</bdi> <span class="number">${accountNumber(writtenNumber(shown))}</span>`;
  return html`<dl>
${amountRow(words.amount, [money(payment.amountMinor, payment.currency, words)])}
<div class="payee"><dt>${words.to}</dt><dd>${creditor}</dd></div>
${shown.creditorAgent === undefined ? undefined : row(words.creditorAgent, html`<bdi>${shown.creditorAgent}</bdi>`)}
${row(words.from, html`<bdi>${debtor?.name}</bdi> <span class="number">${debtorNumber}</span>`)}
${fee > 0n ? row(words.fee, html`<span class="number">${money(fee, currency, words)}</span>`) : undefined}
${dates(shown, date, words)}
${messages(shown, words)}
</dl>`;
}

/** As the TPP wrote it. */
function writtenNumber({ creditorAccount: { bban, iban } }: Initiation): string {
  return iban ?? bban ?? '';
}

function money(amountMinor: bigint, currency: Currency, { decimalSign }: PaymentWords): string {
  return `${grouped(formatAmount(amountMinor, currency)).replace('.', decimalSign)}\u00a0${currency}`;
}

/** @see D6-site-steps, D6-site-languages */
function dates(shown: Initiation, date: string, words: PaymentWords): readonly Html[] {
  const day = (of: string) => html`<time datetime="${of}">${dateInWords(of, words)}</time>`;
  if (shown.startDate === undefined) {
    return [row(words.executionDate, html`${day(date)}${movedFrom(shown, date, words)}`)];
  }
  return [
    row(words.firstPayment, day(shown.startDate)),
    row(words.repeated, html`${repetition(shown, words)}`),
    ...(shown.endDate === undefined ? [] : [row(words.lastDay, day(shown.endDate))]),
  ];
}

function repetition(
  { frequency = '', monthsOfExecution, dayOfExecution, executionRule }: Initiation,
  { frequencies, months, inMonths, onDay, whenClosed }: PaymentWords,
): string {
  const named = monthsOfExecution?.map((month) => months[Number(month) - 1]).join(', ');
  return [
    named === undefined ? (frequencies[frequency] ?? frequency) : inMonths(named),
    ...(dayOfExecution === undefined ? [] : [onDay(String(dayOfExecution))]),
    ...(executionRule === undefined
      ? []
      : [whenClosed[executionRule === 'following' ? 'following' : 'preceding']]),
  ].join(', ');
}

function amountRow(name: string, amounts: readonly string[]): Html {
  const values = amounts.map((amount) => html`<span class="number">${amount}</span>`);
  return html`<div class="amount"><dt>${name}</dt><dd>${values}</dd></div>`;
}

function row(name: string, value: Html): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function movedFrom(
  { requestedExecutionDate: asked }: Initiation,
  date: string,
  words: PaymentWords,
): Html | undefined {
  if (asked === undefined || asked === date) return undefined;
  return html` <span>${words.movedFrom(dateInWords(asked, words))}</span>`;
}

function messages(shown: Initiation, words: PaymentWords): readonly Html[] {
  const single = shown.remittanceInformationStructured;
  const references = shown.remittanceInformationStructuredArray ?? (single ? [single] : []);
  const message = shown.remittanceInformationUnstructured;
  return [
    ...references.map(({ reference }) => row(words.reference, html`<bdi>${reference}</bdi>`)),
    ...(message === undefined ? [] : [row(words.message, html`<bdi>${message}</bdi>`)]),
  ];
}

/** @see I-authentication-5, I-authentication-7 */
function sessionSummary({ tpp, tppName }: Authorisation, { session }: SiteWords): Html {
  return html`<p>${session.asks(html`<strong><bdi>${tppName || tpp}</bdi></strong>`)}</p>
<p>${session.nothing}</p>`;
}

/** 1234567.89 as 1 234 567.89, unbroken. */
function grouped(amount: string): string {
  return amount.replaceAll(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, '\u00a0');
}

/** Without Intl: its first use costs 6 ms. */
function dateInWords(date: string, { months, date: written }: PaymentWords): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return written(Number(day), months[Number(month) - 1] ?? '', year);
}
