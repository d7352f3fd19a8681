import type { Result } from '../../answer.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Exchange } from '../../exchange.ts';
import type { Refusal } from '../../refusal.ts';
import { answerPage, linkPath, withHeader } from './answers.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';

/** The pages from which no form leads on. None tells anything of a payment or a person. */

/** The same for an unknown id and a wrong secret. @see safety.md §9 */
export function unknownLink(exchange: Exchange): Result {
  const content = html`<p>The bank has no authorisation at this address. Look whether the link was copied whole.</p>`;
  return answerPage(404, layout(exchange, { heading: 'Unknown link', content }));
}

export function otherBrowser(exchange: Exchange, sca: Authorisation): Result {
  const content = html`<p role="alert">This link was opened in another browser before, and can be used only there.</p>
<p>Nothing was changed. Go on in the browser that opened the link first, and let it keep cookies of this site.</p>`;
  return answerPage(403, layout(exchange, { heading: 'Opened in another browser', content, sca }), sca);
}

export function stalePage(exchange: Exchange, sca: Authorisation): Result {
  const content = html`<p role="alert">The form came from a page that is no longer the present one.</p>
<p>Nothing was changed. <a href="${linkPath(exchange, sca)}">Go to the present page</a></p>`;
  return answerPage(409, layout(exchange, { heading: 'An old page', content, sca }), sca);
}

export function finishedPage(exchange: Exchange, sca: Authorisation): Result {
  const content = html`<p>Nothing more can be done with this link.</p>
<p>You can close this page and go back to where you came from.</p>`;
  return answerPage(410, layout(exchange, { heading: 'This is finished', content, sca }), sca);
}

interface Words {
  readonly heading: string;
  readonly text: string;
}

const UNREADABLE: Words = {
  heading: 'The form could not be read',
  text: 'Nothing was changed. Open the link again and fill in the form that it shows.',
};

const REFUSALS: Readonly<Record<number, Words>> = {
  500: {
    heading: 'A fault of the bank',
    text: 'Something went wrong at the bank. Open the link again in a moment: it shows where you are.',
  },
  503: {
    heading: 'The bank is busy',
    text: 'Open the link again in a moment: it shows where you are.',
  },
};

/** A refusal of the door for a person to read: nothing of its inner detail. */
export function refusalPage(exchange: Exchange, { status, headers = [] }: Refusal): Result {
  const { heading, text } = REFUSALS[status] ?? UNREADABLE;
  const content = html`<p role="alert">${text}</p>`;
  const page = answerPage(status, layout(exchange, { heading, content, isError: true }));
  return headers.reduce(withHeader, page);
}
