import { type Handle, type HttpRequest, headerValue, headerValues } from '../message.ts';
import { isSameSecret, loopbackHosts, notForward, refusalOfPage } from './page-gate.ts';
import { answerOfRefusal, type ServerRefusal } from './refusals.ts';

export interface OperatorGateOptions {
  /** The door behind the gate. */
  readonly handle: Handle;
  /** The port that the gate's server listens at, known when it does. */
  readonly port: () => number;
  readonly token: string;
  /** Real time in milliseconds since 1970, for the Date of refusals. */
  readonly clock: () => number;
  readonly onRefused?: (refusal: ServerRefusal) => void;
}

/**
 * What stands before the operator's controls on a port of loopback, which every program of the machine reaches, a
 * browser with any page in it too. A page can send a request here and sign nothing of it, so what only a page sends is
 * refused, whatever else it has; a program shows the token.
 * @see S11-operator-port
 */
export function operatorGate({ handle, port, token, clock, onRefused }: OperatorGateOptions): Handle {
  const gated = { name: NAME, hosts: () => loopbackHosts(port()) };
  return async (request, peer) => {
    const refusal = refusalOfPage(request, gated) ?? refusalOfProgram(request, token);
    if (refusal === undefined) return handle(request, { ...peer, operator: true });
    onRefused?.(refusal);
    return answerOfRefusal(refusal, clock());
  };
}

const NAME = "the operator's port";

export const NO_FORWARD = notForward(NAME);

/** RFC 6750 3 */
const WRONG_TOKEN: ServerRefusal = {
  status: 401,
  code: 'FORBIDDEN',
  challenge: 'Bearer',
  text: "the operator's token is missing or wrong: send Authorization: Bearer with the token file's content",
  path: 'Authorization',
};

const NOT_JSON: ServerRefusal = {
  status: 415,
  code: 'BAD_REQUEST',
  text: "the operator's port only reads JSON: send Content-Type: application/json with a body",
  path: 'Content-Type',
};

function refusalOfProgram({ headers, body }: HttpRequest, token: string): ServerRefusal | undefined {
  const [authorization, ...more] = headerValues(headers, 'Authorization');
  const shown = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (shown === undefined || more.length > 0 || !isSameSecret(shown, token)) return WRONG_TOKEN;
  const type = headerValue(headers, 'Content-Type');
  return body.byteLength > 0 && !/^application\/json *(;|$)/i.test(type ?? '') ? NOT_JSON : undefined;
}
