import type { Op } from '../../../store/contract.ts';
import { type Authorisation, MOST_WRONG_NUMBERS } from '../../domain/authorisation.ts';
import type { Exchange } from '../../exchange.ts';
import { findAgreement } from '../../store/tables/customers.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { linkPath } from './answers.ts';
import { appChoices, type Choice, choicesOf, identifiesInApp, isCompany } from './choices.ts';
import { type Html, html } from './html.ts';
import { layout, type Page, type Step } from './layout.ts';
import { formToken } from './link.ts';
import { summaryOf } from './summary.ts';
import type { Untaken } from './take-step.ts';
import type { SiteWords } from './words/words.ts';

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
