import type { Op } from '../../../store/contract.ts';
import type { Currency } from '../../../values/currencies.ts';
import { formatAmount } from '../../../values/money.ts';
import { type Authorisation, type ConsentAccount, MOST_WRONG_NUMBERS } from '../../domain/authorisation.ts';
import { debtorCurrency } from '../../domain/payment.ts';
import { feeMinor, type Initiation } from '../../domain/product-rules.ts';
import type { Exchange } from '../../exchange.ts';
import type { Consentable } from '../../life/payer.ts';
import { findAgreement } from '../../store/tables/customers.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { findSubject, type ShownPayment } from '../subjects.ts';
import { layout, linkPath, type Page, type Step } from './answers.ts';
import { type Html, html } from './html.ts';
import {
  ACCOUNT_FIELD,
  appChoices,
  type Choice,
  choicesOf,
  formToken,
  identifiesInApp,
  isCompany,
  type Untaken,
} from './steps.ts';
import type { SiteWords } from './words/en.ts';

type PaymentWords = SiteWords['payment'];
type ConsentWords = SiteWords['consent'];

/** The pages of an open SCA, one for each of its states. @see D6-site-steps */

/** What a page is made of: an open SCA in the browser that opened it. */
interface Shown {
  readonly exchange: Exchange;
  readonly world: WorldState;
  readonly sca: Authorisation;
  readonly cookie: string;
  readonly words: SiteWords;
  /** A form of this page that could not be taken. */
  readonly untaken?: Untaken | undefined;
}

/** The page of the present state. */
export function* pageOf(shown: Shown): Op<Html> {
  switch (shown.sca.scaStatus) {
    case 'RECEIVED': {
      const choices = yield* appChoices(shown.sca);
      if (choices.length > 0) return yield* appPage(shown, choices);
      return (yield* identifiesInApp(shown.sca)) ? appFirstPage(shown) : identifyPage(shown);
    }
    case 'PSU_IDENTIFIED':
      return yield* contextPage(shown, yield* choicesOf(shown.sca));
    case 'PSU_AUTHENTICATED':
      return yield* checkPage(shown);
    default:
      return yield* confirmPage(shown);
  }
}

/** Asks for the customer number alone. @see I-authentication-11 */
function identifyPage(shown: Shown): Html {
  const { identify, purposes } = shown.words;
  const { wrongNumbers } = shown.sca.progress;
  const needsPerson = shown.untaken !== undefined;
  const isWrong = needsPerson || wrongNumbers > 0;
  // Who was wrong is put back into the field, with what was wrong above it.
  const marks = isWrong
    ? html` aria-invalid="true" aria-describedby="wrong hint" autofocus`
    : html` aria-describedby="hint"`;
  const only = shown.sca.psu === undefined ? '' : ` ${identify.only}`;
  const wrong = needsPerson ? identify.needsPerson : identify.wrong(MOST_WRONG_NUMBERS - wrongNumbers);
  const content = html`<p>${purposes[shown.sca.purpose].ahead}</p>
${form(
  shown,
  html`<label for="number">${identify.label}</label>
<p class="hint" id="hint">${identify.hint}${only}</p>
${isWrong ? html`<p class="alert" id="wrong" role="alert">${wrong}</p>` : undefined}
<input id="number" name="number" type="text" inputmode="numeric" autocomplete="off" spellcheck="false" required${marks}>`,
  html`<button name="step" value="identify">${identify.button}</button>`,
)}`;
  return stepPage(shown, 'identify', { heading: identify.heading, content, isError: isWrong });
}

function* contextPage(shown: Shown, choices: readonly Choice[]): Op<Html> {
  const { words, sca } = shown;
  const { context } = words;
  const hasAgreement = choices.some((choice) => choice.context === 'CORPORATE');
  const ofPerson = hasAgreement ? context.withAgreements : context.withoutAgreements;
  const ofCompany = hasAgreement ? context.asCompany : words.identify.needsPerson;
  const open = (yield* isCompany(sca.progress.identified)) ? ofCompany : ofPerson;
  const text = sca.givenContext === 'CORPORATE' && hasAgreement ? context.agreementsOnly : open;
  const buttons = choiceButtons(choices, ({ name }) =>
    name === undefined ? context.forMyself : context.forCompany(html`<bdi>${name}</bdi>`),
  );
  const content = html`<p>${text}</p>
${form(shown, undefined, buttons)}`;
  return stepPage(shown, 'identify', { heading: context.heading, content });
}

/** One is what the page wants; of several none stands out. */
function choiceButtons(
  choices: readonly Choice[],
  textOf: (choice: Choice) => Html | string,
): readonly Html[] {
  const isOne = choices.length === 1;
  return choices.map((choice) => {
    const text = textOf(choice);
    return isOne
      ? html`<button name="step" value="${choice.step}">${text}</button>`
      : html`<button class="choice" name="step" value="${choice.step}"><span>${text}</span></button>`;
  });
}

function* checkPage(shown: Shown): Op<Html> {
  const { check } = shown.words.purposes[shown.sca.purpose];
  const button = html`<button name="step" value="continue">${shown.words.continueButton}</button>`;
  const content = yield* summaryWith(shown, button);
  return stepPage(shown, 'check', { heading: check, content, isError: shown.untaken !== undefined });
}

function* confirmPage(shown: Shown): Op<Html> {
  const { confirm, confirmButton } = shown.words.purposes[shown.sca.purpose];
  const button = html`<button name="step" value="confirm">${confirmButton}</button>`;
  return stepPage(shown, 'confirm', { heading: confirm, content: yield* summaryWith(shown, button) });
}

function* summaryWith(shown: Shown, button: Html): Op<Html> {
  const { world, sca, words, untaken } = shown;
  const ticked = untaken !== undefined && 'ticked' in untaken ? untaken.ticked : undefined;
  const { text, fields } = yield* summaryOf(world, sca, words, ticked);
  return html`${yield* actingFor(shown)}
${text}
${form(shown, fields, button)}`;
}

/** A page of the way that all SCAs go, but those that the app does at once. */
function stepPage(shown: Shown, step: Step, page: Omit<Page, 'sca' | 'step'>): Html {
  return layout(shown.exchange, { ...page, step, sca: shown.sca });
}

/** The agreement is named, whoever chose it. @see D3-context-agreement */
function* actingFor({ sca: { progress }, words }: Shown): Op<Html | undefined> {
  const agreement = progress.agreement === undefined ? undefined : yield* findAgreement(progress.agreement);
  const name = agreement && html`<strong><bdi>${agreement.name}</bdi></strong>`;
  return name && html`<p>${words.context.actingFor(name)}</p>`;
}

/** One button, no number. @see D3-redirect-preferred */
function* appPage(shown: Shown, choices: readonly Choice[]): Op<Html> {
  const { app, purposes } = shown.words;
  const myself = choices.length === 1 ? app.confirm : app.confirmForMyself;
  const buttons = choiceButtons(choices, ({ name }) =>
    name === undefined ? myself : app.confirmFor(html`<bdi>${name}</bdi>`),
  );
  const { text } = yield* summaryOf(shown.world, shown.sca, shown.words);
  const content = html`${text}
<p>${app.text}</p>
${form(shown, undefined, buttons)}`;
  return layout(shown.exchange, { heading: purposes[shown.sca.purpose].confirm, content, sca: shown.sca });
}

/** One button that stands for the number: what is approved comes once the app has said who the PSU is. */
function appFirstPage(shown: Shown): Html {
  const { app, purposes } = shown.words;
  const content = html`<p>${app.text} ${purposes[shown.sca.purpose].ahead}</p>
${form(shown, undefined, html`<button name="step" value="app">${app.continueButton}</button>`)}`;
  return stepPage(shown, 'identify', { heading: app.heading, content });
}

/** A form with its token; the PSU can say no on every page. Enter presses the first button. */
function form(
  { exchange, sca, cookie, words }: Shown,
  fields: Html | undefined,
  buttons: Html | readonly Html[],
): Html {
  return html`<form method="post" action="${linkPath(exchange, sca)}" autocomplete="off">
<input type="hidden" name="token" value="${formToken(sca, cookie)}">
${fields}
<div class="buttons">
${buttons}
<button class="second" name="step" value="decline" formnovalidate>${words.purposes[sca.purpose].declineButton}</button>
</div>
</form>`;
}

/** What a page says of what is approved, and what it asks of it in its form. */
interface Summary {
  readonly text: Html;
  readonly fields?: Html;
}

/**
 * What is approved: the payments, the accounts, or what the TPP gets. Nobody sees it before it is known to be theirs.
 * @param ticked of a form that could not be taken
 */
function* summaryOf(
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

interface AccountsChoice {
  readonly text: Html;
  readonly fields: Html;
}

/** @param ticked of a form that could not be taken; absent: those granted are ticked */
function accountsChoice(
  sca: Authorisation,
  { listed, granted }: Consentable,
  words: ConsentWords,
  ticked: readonly string[] | undefined,
): AccountsChoice {
  const isTicked = ({ id }: ConsentAccount) => ticked?.includes(id) ?? granted.has(id);
  const alert = html`<p class="alert" role="alert">${words.changed}</p>`;
  const groupOf = (kind: ConsentAccount['kind'], legend: string) => {
    const accounts = listed.filter((account) => account.kind === kind);
    return accounts.length === 0 ? undefined : group(legend, accounts, isTicked);
  };
  return {
    text: html`${ticked && alert}
<p>${words.asks(asker(sca))}</p>
<p>${words.howLong}</p>
${listed.length === 0 ? html`<p>${words.noAccounts}</p>` : undefined}`,
    fields: html`${groupOf('ACCOUNT', words.accounts)}
${groupOf('CARD', words.cards)}`,
  };
}

function group(
  legend: string,
  accounts: readonly ConsentAccount[],
  isTicked: (account: ConsentAccount) => boolean,
): Html {
  const boxes = accounts.map((account) => {
    const checked = isTicked(account) ? html` checked` : undefined;
    return html`<label><input type="checkbox" name="${ACCOUNT_FIELD}${account.id}" value="yes"${checked}> ${named(account)}</label>
`;
  });
  return html`<fieldset>
<legend>${legend}</legend>
${boxes}</fieldset>`;
}

function named({ name, number }: ConsentAccount): Html {
  return html`<span><bdi>${name}</bdi> <span class="number">${accountNumber(number)}</span></span>`;
}

/** What will be shown, and to whom. */
function accountsSummary(
  sca: Authorisation,
  accounts: readonly ConsentAccount[],
  granted: ReadonlySet<string>,
  words: ConsentWords,
): Html {
  if (accounts.length === 0) {
    const ends = granted.size === 0 ? undefined : html`<p>${words.ends}</p>`;
    return html`<p>${words.showsNothing(asker(sca))}</p>
${ends}`;
  }
  return html`<p>${words.shows(asker(sca))}</p>
<ul>
${accounts.map((account) => html`<li>${named(account)}</li>\n`)}</ul>
<p>${words.howLong}</p>`;
}

function asker({ tpp, tppName }: Authorisation): Html {
  return html`<strong><bdi>${tppName || tpp}</bdi></strong>`;
}

/** A bban of 11 digits as people write it, 4 2 5; another number as it is. */
function accountNumber(number: string): string {
  return number.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1\u00a0$2\u00a0$3');
}
