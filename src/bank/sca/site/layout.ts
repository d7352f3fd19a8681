import { headerText } from '../../../wire/request-headers.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Exchange } from '../../exchange.ts';
import { type Html, html } from './html.ts';
import { MARK } from './mark.ts';
import { wordsFor } from './words/language.ts';
import type { SiteWords } from './words/words.ts';

/** Where the PSU is on the way: who they are, what it is about, yes or no. */
export type Step = (typeof STEPS)[number];

const STEPS = ['identify', 'check', 'confirm'] as const;

export interface Page {
  /** Its heading, and its title in the browser. */
  readonly heading: string;
  readonly content: Html;
  /** Whose link it is; absent: of nobody's. */
  readonly sca?: Authorisation;
  /** Of a page that is one of the way. */
  readonly step?: Step;
  /** Whether it says that something was wrong: the title says so first. */
  readonly isError?: boolean;
}

/** The words of the browser's language. */
export function wordsOf(exchange: Exchange): SiteWords {
  return wordsFor(exchange.headerList('accept-language'));
}

/**
 * What all pages have around their content: which bank it is and who asks stand above it, whatever the page.
 * @see A-site-accessible, A-site-look
 */
export function layout(exchange: Exchange, { heading, content, sca, step, isError = false }: Page): Html {
  const words = wordsOf(exchange);
  const { language, bank, error, footer, askedBy } = words;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${isError ? `${error}: ` : ''}${heading} – ${bank}</title>
<link rel="stylesheet" href="${exchange.href('/sca/style.css')}">
</head>
<body>
<header>
<div class="bar">
<div class="bank">${MARK}${bank}</div>
${sca && html`<p class="asker">${askedBy(asker(sca))}</p>`}
</div>
</header>
<main>
${step && sca && stepsTo(step, words, sca)}
<h1>${heading}</h1>
${content}
</main>
<footer>
<p>${footer}</p>
</footer>
</body>
</html>
`;
}

function stepsTo(step: Step, { steps, purposes }: SiteWords, { purpose }: Authorisation): Html {
  const names = { ...steps, check: purposes[purpose].step };
  const present = STEPS.indexOf(step);
  const items = STEPS.map((one, index) => {
    const done = index < present ? html` class="done"` : undefined;
    const marks = index === present ? html` aria-current="step"` : done;
    return html`<li${marks}>${names[one]}</li>
`;
  });
  return html`<ol class="steps" aria-label="${steps.place(present + 1, STEPS.length)}">
${items}</ol>`;
}

/** The TPP's name on every page, its brand beside it. @see D3-brand */
function asker({ tpp, tppName, brand }: Authorisation): Html {
  const beside = brand === undefined || brand === '' ? undefined : html` (<bdi>${headerText(brand)}</bdi>)`;
  return html`<strong><bdi>${tppName || tpp}</bdi></strong>${beside}`;
}
