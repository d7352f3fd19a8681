import { getHeader, getHeaderValues, type HttpRequest, type HttpResponse } from '../message.ts';
import {
  createRefusalResponse,
  isSameSecret,
  listLoopbackHosts,
  refuseForwarding,
  rejectCrossSiteRequest,
  rejectOtherHost,
  type ServerRefusal,
} from './refusals.ts';
import type { PortHandler } from './serve.ts';

interface OperatorGateOptions {
  /** The handler behind the gate. */
  readonly handle: PortHandler;
  /** Returns the port of the gate's server, known once it listens. */
  readonly port: () => number;
  readonly token: string;
  /** Origins of its pages besides those of loopback. Default: none. */
  readonly origins?: readonly string[];
  /** Checks whether a token is one of a page. Default: none is. */
  readonly isPageToken?: (shown: string) => boolean;
  /** Checks whether a request needs no token. Default: each does. */
  readonly isOpen?: (request: HttpRequest) => boolean;
  /** Answers the request of a page's own file, which holds no data; undefined for any other. Default: there are none. */
  readonly answerPage?: (request: HttpRequest) => Promise<HttpResponse> | undefined;
  /** Returns real time in milliseconds since 1970, for the Date of refusals. */
  readonly clock: () => number;
  readonly onRefused?: (refusal: ServerRefusal) => void;
}

/**
 * Protects the operator's port on loopback, which every program and every page in a browser can reach. Refuses requests
 * that only a page sends; programs authenticate with the token.
 * @see S11-operator-port
 */
export function createOperatorGate(options: OperatorGateOptions): PortHandler {
  const { handle, port, token, origins: more = [], clock, onRefused } = options;
  const { isPageToken = () => false, isOpen = () => false, answerPage } = options;
  const origins = () => [...listLoopbackHosts(port()).map((host) => `http://${host}`), ...more];
  const hosts = () => origins().map((origin) => origin.slice(origin.indexOf('//') + 2));
  const gated = { name: NAME, hosts, origins };
  const isToken = (shown: string) => isSameSecret(shown, token) || isPageToken(shown);
  return async (request, peer, whenOver) => {
    const page = rejectOtherHost(request, gated) === undefined ? answerPage?.(request) : undefined;
    if (page !== undefined) return page;
    const refusal =
      rejectCrossSiteRequest(request, gated) ??
      (isOpen(request) ? undefined : checkToken(request, isToken)) ??
      checkType(request);
    if (refusal === undefined) return handle(request, { ...peer, operator: true }, whenOver);
    onRefused?.(refusal);
    return createRefusalResponse(refusal, clock());
  };
}

const NAME = "the operator's port";

export const NO_FORWARD = refuseForwarding(NAME);

/** The refusal of a missing or wrong token (RFC 6750 3). */
const WRONG_TOKEN: ServerRefusal = {
  status: 401,
  code: 'FORBIDDEN',
  headers: [['WWW-Authenticate', 'Bearer']],
  text: "the operator's token is missing or wrong: send Authorization: Bearer with the token file's content",
  path: 'Authorization',
};

const NOT_JSON: ServerRefusal = {
  status: 415,
  code: 'BAD_REQUEST',
  text: "the operator's port only reads JSON: send Content-Type: application/json with a body",
  path: 'Content-Type',
};

function checkToken(
  { headers }: HttpRequest,
  isToken: (shown: string) => boolean,
): ServerRefusal | undefined {
  const [authorization, ...more] = getHeaderValues(headers, 'Authorization');
  const shown = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return shown === undefined || more.length > 0 || !isToken(shown) ? WRONG_TOKEN : undefined;
}

function checkType({ headers, body }: HttpRequest): ServerRefusal | undefined {
  const type = getHeader(headers, 'Content-Type');
  return body.byteLength > 0 && !/^application\/json *(;|$)/i.test(type ?? '') ? NOT_JSON : undefined;
}
