import type { Header } from '../../../message.ts';
import { headerText } from '../../../wire/request-headers.ts';
import type { Refusal, Result } from '../../answer.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { RequestContext } from '../../request-context.ts';
import { type Html, renderHtml } from './html.ts';
import { STYLE } from './style.ts';
import { EN, type SiteWords } from './words/en.ts';
import { NB } from './words/nb.ts';

/** The languages of the site; all Norwegian tags map to bokmål. */
const LANGUAGES: ReadonlyMap<string, SiteWords> = new Map([
  ['en', EN],
  ['nb', NB],
  ['no', NB],
  ['nn', NB],
]);

/**
 * Selects the available language that the browser prefers; English if it accepts none.
 * @param accepted Accept-Language, RFC 9110 12.5.4
 * @see D6-site-languages
 */
export function selectWords(accepted: string | undefined): SiteWords {
  const wanted = (accepted ?? '')
    .split(',', MOST_LANGUAGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = /^q=([01](?:\.\d{1,3})?)$/.exec(parameters[0] ?? 'q=1')?.[1] ?? '0';
      return { words: LANGUAGES.get(tag.split('-', 1)[0] ?? ''), weight: Number(weight) };
    })
    .filter(({ words, weight }) => words !== undefined && weight > 0)
    // The sort is stable, so equal weights stay in the order of the header.
    .sort((one, other) => other.weight - one.weight);
  return wanted[0]?.words ?? EN;
}

/** The limit of parsed languages, above what browsers send. */
const MOST_LANGUAGES = 50;

/**
 * The bank's logo, a peak over its fjord. It is inline, because the pages may not load images; the style sheet sets its
 * colours. It is hidden from screen readers, because the bank's name follows it.
 */
const MARK = renderHtml`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
<rect class="field" width="32" height="32" rx="8"/>
<path class="peak" d="M6 19 13.5 8l4 5.5L20 10.5 26 19z"/>
<path class="water" d="M6 21h20l-2.5 3.5h-15z"/>
</svg>`;

/** The steps shown to the PSU: identification, check of the subject, confirmation. */
const STEPS = ['identify', 'check', 'confirm'] as const;
export type Step = (typeof STEPS)[number];

export interface Page {
  /** The heading, also the title in the browser. */
  readonly heading: string;
  readonly content: Html;
  /** The SCA of the link; absent if it is unknown. */
  readonly sca?: Authorisation;
  /** The step of the page. */
  readonly step?: Step;
  /** True if the page reports an error; the title then begins with the word for it. */
  readonly isError?: boolean;
}

/** Selects the language of a request. */
export function selectWordsOfRequest(exchange: RequestContext): SiteWords {
  return selectWords(exchange.headerList('accept-language'));
}

/** Renders the layout of every page: bank and TPP above the content. @see A-site-accessible, A-site-look */
export function renderLayout(
  exchange: RequestContext,
  { heading, content, sca, step, isError = false }: Page,
): Html {
  const words = selectWordsOfRequest(exchange);
  const { language, bank, error, footer, readResponsePolicy } = words;
  return renderHtml`<!doctype html>
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
${sca && renderHtml`<p class="asker">${readResponsePolicy(renderTpp(sca))}</p>`}
</div>
</header>
<main>
${step && sca && renderSteps(step, words, sca)}
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

function renderSteps(step: Step, { steps, purposes }: SiteWords, { purpose }: Authorisation): Html {
  const names = { ...steps, check: purposes[purpose].step };
  const present = STEPS.indexOf(step);
  const items = STEPS.map((one, index) => {
    const done = index < present ? renderHtml` class="done"` : undefined;
    const marks = index === present ? renderHtml` aria-current="step"` : done;
    return renderHtml`<li${marks}>${names[one]}</li>
`;
  });
  return renderHtml`<ol class="steps" aria-label="${steps.place(present + 1, STEPS.length)}">
${items}</ol>`;
}

/** Renders the TPP's name with its brand. @see D3-brand */
function renderTpp(sca: Authorisation): Html {
  const beside = sca.brand ? renderHtml` (<bdi>${headerText(sca.brand)}</bdi>)` : undefined;
  return renderHtml`${renderTppName(sca)}${beside}`;
}

export function renderTppName({ tpp, tppName }: Authorisation): Html {
  return renderHtml`<strong><bdi>${tppName || tpp}</bdi></strong>`;
}

// All responses of the site are created below, so that each has the site's headers.

const HTML_TYPE: Header = ['Content-Type', 'text/html; charset=utf-8'];

/** Builds the path of a link, also the target of its pages' forms. */
export function buildLinkPath(exchange: RequestContext, sca: Authorisation): string {
  return `${buildCookiePath(exchange, sca)}/${sca.secret}`;
}

/** Builds the path of the browser's cookie, so that it is sent for this authorisation only. */
export function buildCookiePath(exchange: RequestContext, { authorisationId }: Authorisation): string {
  return exchange.href(`/sca/${authorisationId}`);
}

/**
 * Creates the response with a page.
 * @param sca the SCA of the link; absent if unknown
 */
export function createPageResult(status: number, page: Html, sca?: Authorisation): Result {
  return { status, headers: [HTML_TYPE, ...buildSiteHeaders(sca)], body: page.text };
}

/** Creates a redirect with 303, so that the browser sends GET and a reload doesn't repeat the form. */
export function createRedirectResult(location: string, sca: Authorisation): Result {
  return { status: 303, headers: [HTML_TYPE, ['Location', location], ...buildSiteHeaders(sca)], body: '' };
}

export function createStyleResult(): Result {
  return {
    status: 200,
    headers: [['Content-Type', 'text/css; charset=utf-8'], ...buildSiteHeaders()],
    body: STYLE,
  };
}

/** Adds a header to a response. */
export function withHeader(result: Result, header: Header): Result {
  return { ...result, headers: [...result.headers, header] };
}

/** Builds the headers of every response of the site. @see S9-page-headers */
function buildSiteHeaders(sca?: Authorisation): readonly Header[] {
  const formAction = ["'self'", ...(sca ? redirectSource(sca.redirectUri) : [])].join(' ');
  return [
    [
      'Content-Security-Policy',
      `default-src 'none'; style-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    ],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cache-Control', 'no-store'],
  ];
}

/** Matches origins without `;` and `,`, which would end the directive. */
const ORIGIN = /^https?:\/\/[a-z0-9._:[\]-]+$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Returns the TPP's origin or scheme for form-action, because Chromium applies it to the redirect after a form too. */
function redirectSource(uri: string): readonly string[] {
  const scheme = SCHEME.exec(uri)?.[0].toLowerCase() ?? '';
  if (scheme !== 'http:' && scheme !== 'https:') return [scheme].filter((known) => known !== '');
  return [new URL(uri).origin].filter((origin) => ORIGIN.test(origin));
}

/** The status of each final page without a form, and whether its text is an alert. */
const CLOSED = {
  /** Used for an unknown id and for a wrong secret. @see S9-link-secret */
  unknownLink: { status: 404, isAlert: false },
  otherBrowser: { status: 403, isAlert: true },
  stale: { status: 409, isAlert: true },
  finished: { status: 410, isAlert: false },
} as const;

/** Renders a final page without a form. It contains no data of payments or persons. */
export function renderClosedPage(
  exchange: RequestContext,
  kind: keyof typeof CLOSED,
  sca?: Authorisation,
): Result {
  const { closed } = selectWordsOfRequest(exchange);
  const { heading, text, next } = closed[kind];
  const { status, isAlert } = CLOSED[kind];
  const role = isAlert ? renderHtml` role="alert"` : undefined;
  const again =
    kind === 'stale' && sca
      ? renderHtml`
<p class="buttons"><a class="button" href="${buildLinkPath(exchange, sca)}">${closed.stale.link}</a></p>`
      : undefined;
  const content = renderHtml`<p${role}>${text}</p>
<p>${next}</p>${again}`;
  return createPageResult(status, renderLayout(exchange, { heading, content, sca }), sca);
}

/** Renders a refusal as a page, without internal details. @see A-site-fault */
export function renderRefusalPage(exchange: RequestContext, { status, headers = [] }: Refusal): Result {
  const { bankFailed, bankBusy, unreadable } = selectWordsOfRequest(exchange).closed;
  const { heading, text, next } = { 500: bankFailed, 503: bankBusy }[status] ?? unreadable;
  const content = renderHtml`<p role="alert">${text}</p>
<p>${next}</p>`;
  const page = createPageResult(status, renderLayout(exchange, { heading, content, isError: true }));
  return headers.reduce(withHeader, page);
}
