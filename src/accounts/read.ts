import type { Called } from '../client/call.ts';
import { getOperation } from '../client/operation.ts';
import { Fault } from '../errors.ts';
import { getRequirements } from '../sca/authorise.ts';
import { type AsPsu, type InformationChoice, type Reading, retryAfterSca } from '../sca/retry-after-sca.ts';
import type { ConfirmedPsu } from '../sca/targets.ts';
import type { CommandContext } from '../session/context.ts';
import { type Meta, withSession } from '../session/with-session.ts';
import { isElevenDigits } from '../values/iban.ts';
import { removeSpaces } from '../values/written-number.ts';
import type { ConsentAsked } from '../wire/answers/information.ts';

/** The consent, or how to grant one. @see C-consent-grant */
export type GrantedConsent = (ConfirmedPsu | ConsentAsked) & Meta;

/** Reads as the PSU that the flags say, at the profile's bank. @see C-accounts, C-user */
export function readInformation<Resource extends object>(
  context: CommandContext,
  choice: InformationChoice,
  read: (as: AsPsu) => Promise<Called<Resource>>,
  how: Pick<Reading, 'kind' | 'isList'> = { kind: 'consent' },
): Promise<Resource & Meta> {
  return withSession(
    context,
    choice.settings,
    async (there) => there.withMeta(await retryAfterSca(there, { ...choice, ...how }, read)),
    getRequirements(choice.sca),
  );
}

/** Accounts or card accounts, as their PSU has consented to them. */
export interface AccountKind {
  /** Word for one item. */
  readonly word: string;
  /** The topic of its commands. */
  readonly topic: 'accounts' | 'cards';
  /** Tells whether this is a number, whose id the list tells. */
  readonly isNumber: (name: string) => boolean;
  readonly list: (
    as: AsPsu,
  ) => Promise<readonly { readonly id: string; readonly numbers: readonly (string | undefined)[] }[]>;
}

/** By resourceId, bban or IBAN. @see C-account-named */
export const ACCOUNTS: AccountKind = {
  word: 'account',
  topic: 'accounts',
  isNumber: (name) =>
    isElevenDigits(removeSpaces(name)) || /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(removeSpaces(name)),
  list: async (as) => {
    const { resource } = await as.call(getOperation('list accounts'), {}, true);
    return resource.accounts.map(({ resourceId: id, bban, iban }) => ({ id, numbers: [bban, iban] }));
  },
};

/** By resourceId or masked PAN. @see C-account-named */
export const CARDS: AccountKind = {
  word: 'card account',
  topic: 'cards',
  isNumber: (name) => /^[\dX*•]{8,19}$/.test(removeSpaces(name)),
  list: async (as) => {
    const { resource } = await as.call(getOperation('list card accounts'), {}, true);
    return resource.cardAccounts.map(({ resourceId: id, maskedPan }) => ({ id, numbers: [maskedPan] }));
  },
};

/**
 * The id behind a number, by the list of what is consented to; an id is as it was typed.
 * @throws Fault INPUT_INVALID for a number that the list has not
 * @see C-account-named
 */
export async function findAccountId(
  as: AsPsu,
  { word, topic, isNumber, list }: AccountKind,
  name: string,
): Promise<string> {
  if (!isNumber(name)) return name;
  const items = await list(as).catch((fault) => {
    if (!(fault instanceof Fault)) throw fault;
    const text = `Can't read the list of ${word}s to find the id of ${name}. ${fault.message}`;
    throw new Fault(fault.code, text, { ...fault.details, cause: fault });
  });
  const wanted = removeSpaces(name);
  const item = items.find(({ numbers }) =>
    numbers.some((number) => number !== undefined && removeSpaces(number) === wanted),
  );
  if (item !== undefined) return item.id;
  throw new Fault('INPUT_INVALID', `The PSU hasn't consented to ${word} ${name}.`, {
    hint: `See what they have consented to:\npsd2 ${topic} list`,
  });
}
