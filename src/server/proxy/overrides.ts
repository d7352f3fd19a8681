import type { HttpRequest } from '../../message.ts';

/** Separators are dropped: a server behind CGI has `-`, `_` and `.` as one. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** `X-HTTP-Method-Override`, `X_HTTP_METHOD`, `HTTP-Method-Override`, `X-HTTP-Verb`, `_method`, `X-Original-Method` */
const METHOD =
  /^(?:http)*x?(?:http)?(?:original|rewrite|forwarded|request|override)?(?:method|verb)(?:override)?$/;

/** `X-Original-URL`, `X-Rewrite-URL`, `X_ORIGINAL_URI`, `X-Forwarded-Path`, `X-HTTP-Path-Override` */
const PATH =
  /^(?:http)*x?(?:http)?(?:(?:original|rewrite|forwarded|request|override|destination)(?:url|uri|path)|(?:url|uri|path)override)$/;

/** Returns the name of a header from which some servers take the path, whatever the request line says. @see S11-proxy */
export function findPathOverride({ headers }: HttpRequest): string | undefined {
  return headers.find(([name]) => PATH.test(plainName(name)))?.[0];
}

/** Returns the name of a header from which some servers take the method. @see S11-proxy */
export function findMethodHeader({ headers }: HttpRequest): string | undefined {
  return headers.find(([name]) => METHOD.test(plainName(name)))?.[0];
}

/** Tells whether a parameter of the query or of a segment may name a method or path, as `?_method=DELETE` does. @see S11-proxy */
export function hasOverrideInTarget({ target }: HttpRequest): boolean {
  const names = decodeLoosely(target)
    .split(/[?&;]/)
    .slice(1)
    .map((parameter) => plainName(parameter.split('=', 1)[0] ?? ''));
  return names.some((name) => METHOD.test(name) || PATH.test(name));
}

/** A text that is encoded more often means nothing to a bank. */
const MOST_DECODINGS = 8;

/** Undoes percent-encoding, byte by byte, as often as there is any. What is no encoding stays. */
export function decodeLoosely(text: string): string {
  let decoded = text;
  for (let times = 0; times < MOST_DECODINGS; times += 1) {
    const next = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}
