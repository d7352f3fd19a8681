import type { Op } from '../../../store/contract.ts';
import type { Currency } from '../../../values/currencies.ts';
import { formatAmount } from '../../../values/money.ts';
import {
  type Authorisation,
  type ConsentAccount,
  type Consentable,
  MOST_WRONG_NUMBERS,
} from '../../domain/authorisation.ts';
import { getDebtorCurrency } from '../../domain/payment.ts';
import { computeFeeMinor, type Initiation, listReferences } from '../../domain/product-rules.ts';
import type { RequestContext } from '../../request-context.ts';
import { findAgreement } from '../../store/tables/customers.ts';
import type { ScaSteps } from '../steps.ts';
import type { ShownPayment } from '../subjects.ts';
import { buildLinkPath, type Page, renderLayout, renderTppName, type Step } from './answers.ts';
import { type Html, renderHtml } from './html.ts';
import {
  ACCOUNT_FIELD,
  type Choice,
  createFormToken,
  isCompany,
  isIdentifiedInApp,
  listAppChoices,
  listChoices,
  type RejectedForm,
} from './steps.ts';
import type { SiteWords } from './words/en.ts';

type PaymentWords = SiteWords['payment'];
type ConsentWords = SiteWords['consent'];

/** The data of a page: an open SCA and the browser that opened it. */
interface PageContext {
  readonly exchange: RequestContext;
  readonly steps: ScaSteps;
  readonly sca: Authorisation;
  readonly cookie: string;
  readonly words: SiteWords;
  /** A form of this page that was not accepted. */
  readonly untaken?: RejectedForm | undefined;
}

/** Renders the page of an open SCA; each state has one. @see D6-site-steps */
export function* renderPage(shown: PageContext): Op<Html> {
  switch (shown.sca.scaStatus) {
    case 'RECEIVED': {
      const choices = yield* listAppChoices(shown.steps);
      if (choices.length > 0) return yield* renderAppPage(shown, choices);
      return (yield* isIdentifiedInApp(shown.steps)) ? renderAppFirstPage(shown) : identifyPage(shown);
    }
    case 'PSU_IDENTIFIED':
      return yield* renderContextPage(shown, yield* listChoices(shown.steps));
    case 'PSU_AUTHENTICATED':
      return yield* checkPage(shown);
    default:
      return yield* confirmPage(shown);
  }
}

/** Renders the form for the customer number. @see I-authentication-11 */
function identifyPage(shown: PageContext): Html {
  const { identify, purposes } = shown.words;
  const { wrongNumbers } = shown.sca.progress;
  const needsPerson = shown.untaken !== undefined;
  const isWrong = needsPerson || wrongNumbers > 0;
  // After a wrong number, focus the field and refer to the error message above it.
  const marks = isWrong
    ? renderHtml` aria-invalid="true" aria-describedby="wrong hint" autofocus`
    : renderHtml` aria-describedby="hint"`;
  const only = shown.sca.psu === undefined ? '' : ` ${identify.only}`;
  const wrong = needsPerson ? identify.needsPerson : identify.wrong(MOST_WRONG_NUMBERS - wrongNumbers);
  const content = renderHtml`<p>${purposes[shown.sca.purpose].ahead}</p>
${renderForm(
  shown,
  renderHtml`<label for="number">${identify.label}</label>
<p class="hint" id="hint">${identify.hint}${only}</p>
${isWrong ? renderHtml`<p class="alert" id="wrong" role="alert">${wrong}</p>` : undefined}
<input id="number" name="number" type="text" inputmode="numeric" autocomplete="off" spellcheck="false" required${marks}>`,
  renderHtml`<button name="step" value="identify">${identify.button}</button>`,
)}`;
  return renderStepPage(shown, 'identify', { heading: identify.heading, content, isError: isWrong });
}

function* renderContextPage(shown: PageContext, choices: readonly Choice[]): Op<Html> {
  const { words, sca, steps } = shown;
  const { context } = words;
  const hasAgreement = choices.some((choice) => choice.context === 'CORPORATE');
  const ofPerson = hasAgreement ? context.withAgreements : context.withoutAgreements;
  const ofCompany = hasAgreement ? context.asCompany : words.identify.needsPerson;
  const open = (yield* isCompany(steps, sca.progress.identified)) ? ofCompany : ofPerson;
  const text = sca.givenContext === 'CORPORATE' && hasAgreement ? context.agreementsOnly : open;
  const buttons = renderChoiceButtons(choices, ({ name }) =>
    name === undefined ? context.forMyself : context.forCompany(renderHtml`<bdi>${name}</bdi>`),
  );
  const content = renderHtml`<p>${text}</p>
${renderForm(shown, undefined, buttons)}`;
  return renderStepPage(shown, 'identify', { heading: context.heading, content });
}

/** Renders the buttons of a choice; a single button gets the primary style. */
function renderChoiceButtons(
  choices: readonly Choice[],
  textOf: (choice: Choice) => Html | string,
): readonly Html[] {
  const isOne = choices.length === 1;
  return choices.map((choice) => {
    const text = textOf(choice);
    return isOne
      ? renderHtml`<button name="step" value="${choice.step}">${text}</button>`
      : renderHtml`<button class="choice" name="step" value="${choice.step}"><span>${text}</span></button>`;
  });
}

function* checkPage(shown: PageContext): Op<Html> {
  const { check } = shown.words.purposes[shown.sca.purpose];
  const button = renderHtml`<button name="step" value="continue">${shown.words.continueButton}</button>`;
  const content = yield* renderSummaryWithButton(shown, button);
  return renderStepPage(shown, 'check', { heading: check, content, isError: shown.untaken !== undefined });
}

function* confirmPage(shown: PageContext): Op<Html> {
  const { confirm, confirmButton } = shown.words.purposes[shown.sca.purpose];
  const button = renderHtml`<button name="step" value="confirm">${confirmButton}</button>`;
  const content = yield* renderSummaryWithButton(shown, button);
  return renderStepPage(shown, 'confirm', { heading: confirm, content });
}

function* renderSummaryWithButton(shown: PageContext, button: Html): Op<Html> {
  const { text, fields } = yield* buildSummary(shown);
  return renderHtml`${yield* renderActingFor(shown)}
${text}
${renderForm(shown, fields, button)}`;
}

/** Renders a page with the steps of an SCA; the app page with all steps in one doesn't use it. */
function renderStepPage(shown: PageContext, step: Step, page: Omit<Page, 'sca' | 'step'>): Html {
  return renderLayout(shown.exchange, { ...page, step, sca: shown.sca });
}

/** Renders the name of the agreement in which the PSU acts. @see D3-context-agreement */
function* renderActingFor({ sca: { progress }, words }: PageContext): Op<Html | undefined> {
  const agreement = progress.agreement === undefined ? undefined : yield* findAgreement(progress.agreement);
  const name = agreement && renderHtml`<strong><bdi>${agreement.name}</bdi></strong>`;
  return name && renderHtml`<p>${words.context.actingFor(name)}</p>`;
}

/** Renders a confirmation button per choice, without a field for the number. @see D3-redirect-preferred */
function* renderAppPage(shown: PageContext, choices: readonly Choice[]): Op<Html> {
  const { app, purposes } = shown.words;
  const myself = choices.length === 1 ? app.confirm : app.confirmForMyself;
  const buttons = renderChoiceButtons(choices, ({ name }) =>
    name === undefined ? myself : app.confirmFor(renderHtml`<bdi>${name}</bdi>`),
  );
  const { text } = yield* buildSummary(shown);
  const content = renderHtml`${text}
<p>${app.text}</p>
${renderForm(shown, undefined, buttons)}`;
  const heading = purposes[shown.sca.purpose].confirm;
  return renderLayout(shown.exchange, { heading, content, sca: shown.sca });
}

/** Renders a button instead of the number field; the summary follows after the app has identified the PSU. */
function renderAppFirstPage(shown: PageContext): Html {
  const { app, purposes } = shown.words;
  const content = renderHtml`<p>${app.text} ${purposes[shown.sca.purpose].ahead}</p>
${renderForm(shown, undefined, renderHtml`<button name="step" value="app">${app.continueButton}</button>`)}`;
  return renderStepPage(shown, 'identify', { heading: app.heading, content });
}

/** Renders a form with its token and a decline button. Enter activates the first button. */
function renderForm(
  { exchange, sca, cookie, words }: PageContext,
  fields: Html | undefined,
  buttons: Html | readonly Html[],
): Html {
  return renderHtml`<form method="post" action="${buildLinkPath(exchange, sca)}" autocomplete="off">
<input type="hidden" name="token" value="${createFormToken(sca, cookie)}">
${fields}
<div class="buttons">
${buttons}
<button class="second" name="step" value="decline" formnovalidate>${words.purposes[sca.purpose].declineButton}</button>
</div>
</form>`;
}

/** The summary of a page and its form fields. */
interface Summary {
  readonly text: Html;
  readonly fields?: Html;
}

/** Builds the summary: payments, accounts, or the data that the TPP gets. Only for a PSU who may see it. */
function* buildSummary({ exchange, steps, sca, words, untaken }: PageContext): Op<Summary> {
  const subject = yield* (yield* steps.findSubject()).shown(exchange.world, sca);
  const ticked = untaken !== undefined && 'ticked' in untaken ? untaken.ticked : undefined;
  switch (subject.kind) {
    case 'payments':
      return { text: renderPayments(subject.payments, words.payment) };
    case 'choice':
      return renderAccountsChoice(sca, subject, words.consent, ticked);
    case 'accounts':
      return { text: renderAccountsSummary(sca, subject.accounts, subject.granted, words.consent) };
    default:
      return { text: renderSessionSummary(sca, words) };
  }
}

/** Renders the payments with their totals. @see D5-pages */
function renderPayments(payments: readonly ShownPayment[], words: PaymentWords): Html {
  const summaries = payments.map((payment) => renderPayment(payment, words));
  if (summaries.length === 0) return renderHtml`<p>${words.none}</p>`;
  if (summaries.length === 1) return renderHtml`${summaries}`;
  return renderHtml`<dl>
${renderAmountRow(words.count(payments.length), formatTotals(payments, words))}
</dl>
<ol class="payments">
${summaries.map((summary) => renderHtml`<li>${summary}</li>\n`)}</ol>`;
}

/** Formats the sum per currency, in the order of the payments. */
function formatTotals(payments: readonly ShownPayment[], words: PaymentWords): readonly string[] {
  const sums = new Map<Currency, bigint>();
  for (const { payment } of payments) {
    sums.set(payment.currency, (sums.get(payment.currency) ?? 0n) + payment.amountMinor);
  }
  return [...sums].map(([currency, sum]) => formatMoney(sum, currency, words));
}

function renderPayment({ payment, date, debtor }: ShownPayment, words: PaymentWords): Html {
  const shown = payment.initiation;
  const { bban, iban } = shown.creditorAccount;
  const debtorNumber = formatAccountNumber(debtor?.number ?? '');
  const currency = getDebtorCurrency(payment);
  const fee = computeFeeMinor(payment, currency);
  const creditor = renderHtml`<bdi>${shown.creditorName}</bdi> <span class="number">${formatAccountNumber(iban ?? bban ?? '')}</span>`;
  return renderHtml`<dl>
${renderAmountRow(words.amount, [formatMoney(payment.amountMinor, payment.currency, words)])}
<div class="payee"><dt>${words.to}</dt><dd>${creditor}</dd></div>
${shown.creditorAgent === undefined ? undefined : renderRow(words.creditorAgent, renderHtml`<bdi>${shown.creditorAgent}</bdi>`)}
${renderRow(words.from, renderHtml`<bdi>${debtor?.name}</bdi> <span class="number">${debtorNumber}</span>`)}
${fee > 0n ? renderRow(words.fee, renderHtml`<span class="number">${formatMoney(fee, currency, words)}</span>`) : undefined}
${renderDates(shown, date, words)}
${renderMessages(shown, words)}
</dl>`;
}

function formatMoney(amountMinor: bigint, currency: Currency, { decimalSign }: PaymentWords): string {
  return `${groupDigits(formatAmount(amountMinor, currency)).replace('.', decimalSign)}\u00a0${currency}`;
}

/** Renders the execution date, or the rows of a periodic payment. @see D6-site-steps, D6-site-languages */
function renderDates(shown: Initiation, date: string, words: PaymentWords): readonly Html[] {
  const day = (of: string) => renderHtml`<time datetime="${of}">${formatDateInWords(of, words)}</time>`;
  if (shown.startDate === undefined) {
    return [renderRow(words.executionDate, renderHtml`${day(date)}${renderMovedDate(shown, date, words)}`)];
  }
  return [
    renderRow(words.firstPayment, day(shown.startDate)),
    renderRow(words.repeated, renderHtml`${renderRepetition(shown, words)}`),
    ...(shown.endDate === undefined ? [] : [renderRow(words.lastDay, day(shown.endDate))]),
  ];
}

function renderRepetition(
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

function renderAmountRow(name: string, amounts: readonly string[]): Html {
  const values = amounts.map((amount) => renderHtml`<span class="number">${amount}</span>`);
  return renderHtml`<div class="amount"><dt>${name}</dt><dd>${values}</dd></div>`;
}

function renderRow(name: string, value: Html): Html {
  return renderHtml`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function renderMovedDate(
  { requestedExecutionDate: asked }: Initiation,
  date: string,
  words: PaymentWords,
): Html | undefined {
  if (asked === undefined || asked === date) return undefined;
  return renderHtml` <span>${words.movedFrom(formatDateInWords(asked, words))}</span>`;
}

function renderMessages(shown: Initiation, words: PaymentWords): readonly Html[] {
  const message = shown.remittanceInformationUnstructured;
  return [
    ...listReferences(shown).map(({ reference }) =>
      renderRow(words.reference, renderHtml`<bdi>${reference}</bdi>`),
    ),
    ...(message === undefined ? [] : [renderRow(words.message, renderHtml`<bdi>${message}</bdi>`)]),
  ];
}

/** Renders the summary of an SCA for a session. @see I-authentication-5, I-authentication-7 */
function renderSessionSummary(sca: Authorisation, { session }: SiteWords): Html {
  return renderHtml`<p>${session.asks(renderTppName(sca))}</p>
<p>${session.nothing}</p>`;
}

/** Groups the digits of an amount: 1234567.89 as 1 234 567.89 with no-break spaces. */
function groupDigits(amount: string): string {
  return amount.replaceAll(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, '\u00a0');
}

/** Formats a date without Intl, whose first use takes 6 ms. */
function formatDateInWords(date: string, { months, date: written }: PaymentWords): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return written(Number(day), months[Number(month) - 1] ?? '', year);
}

/**
 * Renders the list of accounts to select.
 * @param ticked the selection in a form that was not accepted; if absent, the granted accounts are ticked
 */
function renderAccountsChoice(
  sca: Authorisation,
  { listed, granted }: Consentable,
  words: ConsentWords,
  ticked: readonly string[] | undefined,
): Summary {
  const isTicked = ({ id }: ConsentAccount) => ticked?.includes(id) ?? granted.has(id);
  const alert = renderHtml`<p class="alert" role="alert">${words.changed}</p>`;
  const groupOf = (kind: ConsentAccount['kind'], legend: string) => {
    const accounts = listed.filter((account) => account.kind === kind);
    return accounts.length === 0 ? undefined : group(legend, accounts, isTicked);
  };
  return {
    text: renderHtml`${ticked && alert}
<p>${words.asks(renderTppName(sca))}</p>
<p>${words.howLong}</p>
${listed.length === 0 ? renderHtml`<p>${words.noAccounts}</p>` : undefined}`,
    fields: renderHtml`${groupOf('ACCOUNT', words.accounts)}
${groupOf('CARD', words.cards)}`,
  };
}

function group(
  legend: string,
  accounts: readonly ConsentAccount[],
  isTicked: (account: ConsentAccount) => boolean,
): Html {
  const boxes = accounts.map((account) => {
    const checked = isTicked(account) ? renderHtml` checked` : undefined;
    return renderHtml`<label><input type="checkbox" name="${ACCOUNT_FIELD}${account.id}" value="yes"${checked}> ${renderNamedAccount(account)}</label>
`;
  });
  return renderHtml`<fieldset>
<legend>${legend}</legend>
${boxes}</fieldset>`;
}

function renderNamedAccount({ name, number }: ConsentAccount): Html {
  return renderHtml`<span><bdi>${name}</bdi> <span class="number">${formatAccountNumber(number)}</span></span>`;
}

/** Renders the accounts that the TPP will see. */
function renderAccountsSummary(
  sca: Authorisation,
  accounts: readonly ConsentAccount[],
  granted: ReadonlySet<string>,
  words: ConsentWords,
): Html {
  if (accounts.length === 0) {
    const ends = granted.size === 0 ? undefined : renderHtml`<p>${words.ends}</p>`;
    return renderHtml`<p>${words.showsNothing(renderTppName(sca))}</p>
${ends}`;
  }
  return renderHtml`<p>${words.shows(renderTppName(sca))}</p>
<ul>
${accounts.map((account) => renderHtml`<li>${renderNamedAccount(account)}</li>\n`)}</ul>
<p>${words.howLong}</p>`;
}

/** Formats a bban of 11 digits in groups of 4, 2 and 5; other numbers stay unchanged. */
function formatAccountNumber(number: string): string {
  return number.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1\u00a0$2\u00a0$3');
}
