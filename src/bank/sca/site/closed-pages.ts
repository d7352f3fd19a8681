import type { Refusal, Result } from '../../answer.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Exchange } from '../../exchange.ts';
import { answerPage, linkPath, withHeader } from './answers.ts';
import { html } from './html.ts';
import { layout, wordsOf } from './layout.ts';
import type { ClosedWords, SiteWords } from './words/words.ts';

/** The pages from which no form leads on. None tells anything of a payment or a person. */

/** The same for an unknown id and a wrong secret. @see S9-link-secret */
export function unknownLink(exchange: Exchange): Result {
  const { heading, text, next } = wordsOf(exchange).closed.unknownLink;
  const content = html`<p>${text}</p>
<p>${next}</p>`;
  return answerPage(404, layout(exchange, { heading, content }));
}

export function otherBrowser(exchange: Exchange, sca: Authorisation): Result {
  const { heading, text, next } = wordsOf(exchange).closed.otherBrowser;
  const content = html`<p role="alert">${text}</p>
<p>${next}</p>`;
  return answerPage(403, layout(exchange, { heading, content, sca }), sca);
}

export function stalePage(exchange: Exchange, sca: Authorisation): Result {
  const { heading, text, next, link } = wordsOf(exchange).closed.stale;
  const content = html`<p role="alert">${text}</p>
<p>${next}</p>
<p class="buttons"><a class="button" href="${linkPath(exchange, sca)}">${link}</a></p>`;
  return answerPage(409, layout(exchange, { heading, content, sca }), sca);
}

export function finishedPage(exchange: Exchange, sca: Authorisation): Result {
  const { heading, text, next } = wordsOf(exchange).closed.finished;
  const content = html`<p>${text}</p>
<p>${next}</p>`;
  return answerPage(410, layout(exchange, { heading, content, sca }), sca);
}

function refusalWords({ closed }: SiteWords, status: number): ClosedWords {
  if (status === 500) return closed.bankFailed;
  return status === 503 ? closed.bankBusy : closed.unreadable;
}

/** A refusal of the door for a person to read: nothing of its inner detail. @see A-site-fault */
export function refusalPage(exchange: Exchange, { status, headers = [] }: Refusal): Result {
  const { heading, text, next } = refusalWords(wordsOf(exchange), status);
  const content = html`<p role="alert">${text}</p>
<p>${next}</p>`;
  const page = answerPage(status, layout(exchange, { heading, content, isError: true }));
  return headers.reduce(withHeader, page);
}
