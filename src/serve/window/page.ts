import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type HttpRequest, type HttpResponse, normalizeTarget } from '../../message.ts';
import { createFreshResponse } from '../listeners.ts';

/**
 * Answers the request of the dashboard's page, which holds no data: any navigation may load it. Its policy allows the
 * one script and the one style of the file, and requests to its own origin.
 * @param path of the page, base path included
 * @see S11-page-shell
 */
export function createPageAnswer(
  path: string,
  file: string,
  clock: () => number,
): (request: HttpRequest) => Promise<HttpResponse> | undefined {
  const answer = async () => {
    const page = await readFile(file, 'utf8');
    const { headers, ...response } = createFreshResponse(200, 'text/html; charset=utf-8', page, clock());
    return { ...response, headers: [...headers, ...listPageHeaders(page)] };
  };
  return ({ method, target }) =>
    (method === 'GET' || method === 'HEAD') && normalizeTarget(target).split('?', 1)[0] === path
      ? answer()
      : undefined;
}

function listPageHeaders(page: string): HttpResponse['headers'] {
  const policy = [
    "default-src 'none'",
    `script-src ${hashContents(page, 'script')}`,
    `style-src ${hashContents(page, 'style')}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return [
    ['Content-Security-Policy', policy.join('; ')],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ];
}

/** Hashes the contents of the page's only element of this name, as its policy names them. */
function hashContents(page: string, tag: string): string {
  const contents = new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 's').exec(page)?.[1] ?? '';
  return `'sha256-${hash('sha256', contents, 'base64')}'`;
}
