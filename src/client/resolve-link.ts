import { Fault } from '../errors.ts';
import type { Link } from '../wire/link.ts';
import type { Operation } from './operation.ts';

/** Where a bank's interface is: what its links must lead to. */
export interface BankPlace {
  /** Absent for the bank in this process. */
  readonly origin?: string | undefined;
  readonly basePath: string;
}

/** Stands for the bank in this process, whose links have no origin. */
const NOWHERE = 'http://bank.invalid';

/**
 * The request target that a link of the bank's leads to.
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

/** The same operation where a link of one of its answers leads, whose query stays as it came. */
export function bindToLink<Input, Resource>(
  operation: Operation<Input, Resource>,
  target: string,
): Operation<Input, Resource> {
  return {
    ...operation,
    request: (input, context) => ({ ...operation.request(input, context), target }),
  };
}
