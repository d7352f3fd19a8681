import type { Op } from '../../../store/contract.ts';
import { type Authorisation, MOST_WRONG_NUMBERS, type Purpose } from '../../domain/authorisation.ts';
import type { Exchange } from '../../exchange.ts';
import { findAgreement } from '../../store/tables/agreements.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { linkPath } from './answers.ts';
import { appChoices, type Choice, choicesOf, identifiesInApp } from './choices.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { formToken } from './link.ts';
import { summaryOf } from './summary.ts';

/** The pages of an open SCA, one for each of its states. @see decisions.md §6 */

interface Words {
  /** What the PSU sees once they have identified. */
  readonly subject: string;
  readonly check: string;
  readonly confirm: string;
  readonly confirmButton: string;
  readonly declineButton: string;
}

const WORDS: Readonly<Record<Purpose, Words>> = {
  payment: {
    subject: 'the payment that you are asked to approve',
    check: 'Check the payment',
    confirm: 'Confirm the payment',
    confirmButton: 'Confirm payment',
    declineButton: 'Decline',
  },
  cancellation: {
    subject: 'the payment that you are asked to cancel',
    check: 'Check the payment that is to be cancelled',
    confirm: 'Cancel this payment?',
    confirmButton: 'Cancel the payment',
    declineButton: 'Keep the payment',
  },
  basket: {
    subject: 'the payments that you are asked to approve',
    check: 'Check the payments',
    confirm: 'Confirm the payments',
    confirmButton: 'Confirm payments',
    declineButton: 'Decline',
  },
  session: {
    subject: 'what you are asked for',
    check: 'Check what you are asked for',
    confirm: 'Confirm who you are',
    confirmButton: 'Confirm',
    declineButton: 'Decline',
  },
};

/** What a page is made of: an open SCA in the browser that opened it. */
interface Shown {
  readonly exchange: Exchange;
  readonly world: WorldState;
  readonly sca: Authorisation;
  readonly cookie: string;
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
      return contextPage(shown, yield* choicesOf(shown.sca));
    case 'PSU_AUTHENTICATED':
      return yield* checkPage(shown);
    default:
      return yield* confirmPage(shown);
  }
}

function identifyPage(shown: Shown): Html {
  const { wrongNumbers } = shown.sca.progress;
  const isWrong = wrongNumbers > 0;
  const marks = isWrong
    ? html` aria-invalid="true" aria-describedby="wrong hint"`
    : html` aria-describedby="hint"`;
  const { subject } = WORDS[shown.sca.purpose];
  const only = shown.sca.psu === undefined ? '' : ' Only the customer that the request names can go on.';
  const content = html`${isWrong ? wrongNumber(MOST_WRONG_NUMBERS - wrongNumbers) : undefined}
<p>Then you see ${subject}.</p>
${form(
  shown,
  html`<label for="number">Customer number</label>
<p class="hint" id="hint">The number of one of the sandbox’s customers; there is no password.${only}</p>
<input id="number" name="number" type="text" inputmode="numeric" autocomplete="off" spellcheck="false" required${marks}>`,
  html`<button name="step" value="identify">Continue</button>`,
)}`;
  return layout(shown.exchange, {
    heading: 'Enter your customer number',
    content,
    sca: shown.sca,
    isError: isWrong,
  });
}

function wrongNumber(left: number): Html {
  const tries = left === 1 ? 'One try remains' : `${left} tries remain`;
  return html`<p class="alert" id="wrong" role="alert">That is not the right customer number. ${tries}.</p>`;
}

function contextPage(shown: Shown, choices: readonly Choice[]): Html {
  const hasAgreement = choices.some(({ context }) => context === 'CORPORATE');
  const text =
    shown.sca.givenContext === 'CORPORATE'
      ? 'Choose the agreement in which you act for a company.'
      : hasAgreement
        ? 'Choose yourself, or the agreement in which you act for a company.'
        : 'There is no agreement with the bank in which you could act for a company.';
  const buttons = choices.map(
    ({ step, name }) =>
      html`<button name="step" value="${step}">${name === undefined ? 'For myself (private)' : html`For <bdi>${name}</bdi> (corporate)`}</button>`,
  );
  const content = html`<p>${text}</p>
${form(shown, undefined, buttons)}`;
  return layout(shown.exchange, { heading: 'For whom do you act?', content, sca: shown.sca });
}

function* checkPage(shown: Shown): Op<Html> {
  const content = html`${yield* actingFor(shown.sca)}
${yield* summaryOf(shown.world, shown.sca)}
${form(shown, undefined, html`<button name="step" value="continue">Continue</button>`)}`;
  const { check } = WORDS[shown.sca.purpose];
  return layout(shown.exchange, { heading: check, content, sca: shown.sca });
}

function* confirmPage(shown: Shown): Op<Html> {
  const { confirm, confirmButton } = WORDS[shown.sca.purpose];
  const content = html`${yield* actingFor(shown.sca)}
${yield* summaryOf(shown.world, shown.sca)}
${form(shown, undefined, html`<button name="step" value="confirm">${confirmButton}</button>`)}`;
  return layout(shown.exchange, { heading: confirm, content, sca: shown.sca });
}

/** The agreement is named, whoever chose it. @see D3-context-agreement */
function* actingFor({ progress }: Authorisation): Op<Html | undefined> {
  const agreement = progress.agreement === undefined ? undefined : yield* findAgreement(progress.agreement);
  return agreement && html`<p>You act for <strong><bdi>${agreement.name}</bdi></strong> (corporate).</p>`;
}

/** One button, no number. @see decisions.md §3 TPP-Redirect-Preferred */
function* appPage(shown: Shown, choices: readonly Choice[]): Op<Html> {
  const { confirm } = WORDS[shown.sca.purpose];
  const buttons = choices.map(({ step, name }) => {
    const whom =
      choices.length === 1 && name === undefined
        ? undefined
        : html` for ${name === undefined ? 'myself' : html`<bdi>${name}</bdi>`}`;
    return html`<button name="step" value="${step}">Confirm in the app${whom}</button>`;
  });
  const content = html`${yield* summaryOf(shown.world, shown.sca)}
<p>The bank’s app knows you: it asks for no customer number.</p>
${form(shown, undefined, buttons)}`;
  return layout(shown.exchange, { heading: confirm, content, sca: shown.sca });
}

/** One button that stands for the number: what is approved comes once the app has said who the PSU is. */
function appFirstPage(shown: Shown): Html {
  const content = html`<p>The bank’s app knows you: it asks for no customer number. Then you see ${WORDS[shown.sca.purpose].subject}.</p>
${form(shown, undefined, html`<button name="step" value="app">Continue in the app</button>`)}`;
  return layout(shown.exchange, { heading: 'Continue in the app', content, sca: shown.sca });
}

/** A form with its token; the PSU can say no on every page. Enter presses the first button. */
function form(
  { exchange, sca, cookie }: Shown,
  fields: Html | undefined,
  buttons: Html | readonly Html[],
): Html {
  return html`<form method="post" action="${linkPath(exchange, sca)}" autocomplete="off">
<input type="hidden" name="token" value="${formToken(sca, cookie)}">
${fields}
<div class="buttons">
${buttons}
<button class="second" name="step" value="decline" formnovalidate>${WORDS[sca.purpose].declineButton}</button>
</div>
</form>`;
}
