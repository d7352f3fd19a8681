import { createHash } from 'node:crypto';

const STYLE =
  ':root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.5}' +
  'body{margin:15vh auto;max-width:32rem;padding:0 1.5rem}h1{font-size:1.5rem}';

/** Where the PSU's browser ends up: on this machine, with the terminal beside it. */
export const DONE_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Back to the terminal</title><style>${STYLE}</style></head>
<body><main><h1>You can close this page and go back to the terminal</h1>
<p>The bank has sent you back. psd2 asks the bank how it ended, and says so there.</p></main></body></html>
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page loads nothing and is in nobody's frame. @see S9-page-headers */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};
