import type { Header, HttpRequest } from '../../message.ts';
import { type GatedPort, isSameSecret, notForward, refusalOfPage } from '../page-gate.ts';
import { HEAD_TOO_LARGE, type ServerRefusal } from '../refusals.ts';
import { findMethodHeader, findPathOverride, hasOverrideInTarget } from './overrides.ts';
import {
  BODY_TOO_LARGE,
  BODY_WITH_GET,
  OTHER_METHOD_IN_TARGET,
  OTHER_METHOD_NAMED,
  OTHER_PATH_NAMED,
  OUTSIDE,
  READS_ONLY,
  TOKEN_TO_BANK,
  TOO_MANY_HEADERS,
  WRONG_TOKEN,
} from './refusals.ts';
import { holdsToken } from './token.ts';
import { isBelow } from './upstream-target.ts';

const NAME = 'the proxy';

/** What a CONNECT is told, and a target that is no path. */
export const PROXY_NO_FORWARD = notForward(NAME);

export interface ProxyGateOptions extends Pick<GatedPort, 'hosts'> {
  /** The path of the profile's baseUrl, `` or `/api`. */
  readonly basePath: string;
  /** The last part of the proxy's URL; absent where it needs none. */
  readonly token?: string;
  readonly readsOnly: boolean;
  readonly bodyLimitBytes: number;
}

/** What is let through, as a target of the bank's. */
export type Passage = { readonly target: string } | { readonly refusal: ServerRefusal };

/**
 * The proxy signs for whoever reaches it, so that only programs get through, to the profile's bank alone.
 * @see S11-proxy
 */
export function passageOf(request: HttpRequest, options: ProxyGateOptions): Passage {
  const { basePath, token, readsOnly, bodyLimitBytes, hosts } = options;
  const page = refusalOfPage(request, { name: NAME, hosts });
  if (page !== undefined) return { refusal: page };
  const target = token === undefined ? request.target : withoutToken(request.target, basePath, token);
  if (target === undefined) return { refusal: WRONG_TOKEN };
  const written = readsOnly ? refusalOfWrite(request) : undefined;
  if (written !== undefined) return { refusal: written };
  const path = findPathOverride(request);
  if (path !== undefined) return { refusal: { ...OTHER_PATH_NAMED, path } };
  if (!isBelow(target, basePath)) return { refusal: OUTSIDE };
  if (request.body.byteLength > bodyLimitBytes) return { refusal: BODY_TOO_LARGE };
  if (token !== undefined && [target, latin1(request.body)].some((text) => holdsToken(text, token)))
    return { refusal: TOKEN_TO_BANK };
  const refusal = refusalOfSize(request.headers);
  return refusal === undefined ? { target } : { refusal };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function refusalOfWrite(request: HttpRequest): ServerRefusal | undefined {
  if (request.method !== 'GET') return READS_ONLY;
  if (request.body.byteLength > 0) return BODY_WITH_GET;
  if (hasOverrideInTarget(request)) return OTHER_METHOD_IN_TARGET;
  const path = findMethodHeader(request);
  return path === undefined ? undefined : { ...OTHER_METHOD_NAMED, path };
}

/** `/api/TOKEN/v1/accounts` → `/api/v1/accounts` */
function withoutToken(target: string, basePath: string, token: string): string | undefined {
  if (!target.startsWith(`${basePath}/`)) return undefined;
  const [shown = '', rest = ''] = target.slice(basePath.length + 1).split(/(?=[/?])(.*)/s);
  if (!isSameSecret(shown, token)) return undefined;
  return basePath + (basePath === '' && !rest.startsWith('/') ? `/${rest}` : rest);
}

/** As the bank's door would say it. @see S12-header-limits */
const HEADERS_LIMIT_COUNT = 100;
const HEADERS_LIMIT_BYTES = 16 * 1024;
/** The line ends and the colon of a header line on the wire. */
const HEADER_OVERHEAD_BYTES = 4;

function refusalOfSize(headers: readonly Header[]): ServerRefusal | undefined {
  if (headers.length > HEADERS_LIMIT_COUNT) return TOO_MANY_HEADERS;
  const sizes = headers.map(([name, value]) => name.length + value.length + HEADER_OVERHEAD_BYTES);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return bytes > HEADERS_LIMIT_BYTES ? HEAD_TOO_LARGE : undefined;
}
