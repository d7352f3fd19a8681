import { Fault } from '../errors.ts';
import type { Link } from '../wire/link.ts';
import type { Operation } from './operation.ts';

/** The address of a bank's interface, to which its links must lead. */
export interface BankPlace {
  /** Absent for a bank in this process. */
  readonly origin?: string | undefined;
  readonly basePath: string;
}

/** The stand-in origin of a bank in this process, whose links have no origin. */
const NOWHERE = 'http://bank.invalid';

/**
 * Returns the request target of a link from the bank.
 * @param name of the link, for the message
 * @throws Fault ANSWER_INVALID for a link that leads elsewhere, which is not followed
 * @see S10-links-followed
 */
export function resolveLink(name: string, { href }: Link, { origin = NOWHERE, basePath }: BankPlace): string {
  const base = `${origin}${basePath}/`;
  const url = URL.canParse(href, base) ? new URL(href, base) : undefined;
  if (url?.origin === new URL(base).origin && url.pathname.startsWith(`${basePath}/`)) {
    return url.pathname + url.search;
  }
  throw new Fault('ANSWER_INVALID', `The bank's ${name} link, ${href}, wasn't followed.`, {
    hint: `psd2 only follows links below ${origin === NOWHERE ? base.slice(NOWHERE.length) : base}. Ask the bank, or correct the profile's base URL.`,
  });
}

/** Binds an operation to the link of one of its responses; the link's query stays unchanged. */
export function bindToLink<Input, Resource>(
  operation: Operation<Input, Resource>,
  target: string,
): Operation<Input, Resource> {
  return {
    ...operation,
    request: (input, context) => ({ ...operation.request(input, context), target }),
  };
}
