import { headerText } from '../../../wire/request-headers.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Exchange } from '../../exchange.ts';
import { type Html, html } from './html.ts';
import { wordsFor } from './words/language.ts';
import type { SiteWords } from './words/words.ts';

interface Page {
  /** Its heading, and its title in the browser. */
  readonly heading: string;
  readonly content: Html;
  /** Whose link it is; absent: of nobody's. */
  readonly sca?: Authorisation;
  /** Whether it says that something was wrong: the title says so first. */
  readonly isError?: boolean;
}

/** The words of the browser's language. */
export function wordsOf(exchange: Exchange): SiteWords {
  return wordsFor(exchange.headerList('accept-language'));
}

/** What all pages have around their content. */
export function layout(exchange: Exchange, { heading, content, sca, isError = false }: Page): Html {
  const { language, bank, error, footer, askedBy } = wordsOf(exchange);
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
<p>${bank}${sca && html`, ${askedBy(asker(sca))}`}</p>
</header>
<main>
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

/** The TPP's name on every page, its brand beside it. @see decisions.md §3 TPP-Brand-Logging-Information */
function asker({ tpp, tppName, brand }: Authorisation): Html {
  const beside = brand === undefined || brand === '' ? undefined : html` (<bdi>${headerText(brand)}</bdi>)`;
  return html`<strong><bdi>${tppName || tpp}</bdi></strong>${beside}`;
}
