import type { Header } from '../../../message.ts';
import type { Result } from '../../answer.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Exchange } from '../../exchange.ts';
import type { Html } from './html.ts';
import { STYLE } from './style.ts';

/** Every answer of the site, whole pages and redirects, is made here: none leaves without its headers. */

const HTML_TYPE = 'text/html; charset=utf-8';

/** The path of a link, which its pages send their forms to. */
export function linkPath(exchange: Exchange, sca: Authorisation): string {
  return `${cookiePath(exchange, sca)}/${sca.secret}`;
}

/** Where the browser's cookie goes: to this authorisation alone. */
export function cookiePath(exchange: Exchange, { authorisationId }: Authorisation): string {
  return exchange.href(`/sca/${authorisationId}`);
}

/** @param sca whose link it is; absent: of nobody's */
export function answerPage(status: number, page: Html, sca?: Authorisation): Result {
  return { status, headers: siteHeaders(sca), content: { type: HTML_TYPE, text: page.text } };
}

/** 303: what comes next is got with GET, so that reloading a page sends no form again. */
export function answerRedirect(location: string, sca: Authorisation): Result {
  return {
    status: 303,
    headers: [['Location', location], ...siteHeaders(sca)],
    content: { type: HTML_TYPE, text: '' },
  };
}

export function answerStyle(): Result {
  return {
    status: 200,
    headers: siteHeaders(),
    content: { type: 'text/css; charset=utf-8', text: STYLE },
  };
}

/** An answer with one header more. */
export function withHeader(result: Result, header: Header): Result {
  return { ...result, headers: [...(result.headers ?? []), header] };
}

/** @see S9-page-headers */
function siteHeaders(sca?: Authorisation): readonly Header[] {
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

/** A host may hold `;` and `,`, which would end the directive. */
const ORIGIN = /^https?:\/\/[a-z0-9._:[\]-]+$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Chromium holds the redirect after a form against form-action, so the TPP's origin or scheme is in it. */
function redirectSource(uri: string): readonly string[] {
  const scheme = SCHEME.exec(uri)?.[0].toLowerCase() ?? '';
  if (scheme !== 'http:' && scheme !== 'https:') return [scheme].filter((known) => known !== '');
  return [new URL(uri).origin].filter((origin) => ORIGIN.test(origin));
}
