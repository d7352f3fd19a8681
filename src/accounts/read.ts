import type { CallResult } from '../client/call.ts';
import { getOperation } from '../client/operation.ts';
import { Fault } from '../errors.ts';
import { getRequirements } from '../sca/authorise.ts';
import { type InformationChoice, type PsuCall, type Reading, retryAfterSca } from '../sca/retry-after-sca.ts';
import type { ConfirmedPsu } from '../sca/targets.ts';
import type { CommandContext } from '../session/context.ts';
import { type Meta, withSession } from '../session/with-session.ts';
import { isElevenDigits } from '../values/iban.ts';
import { removeSpaces } from '../values/written-number.ts';
import type { ConsentAsked } from '../wire/answers/information.ts';

/** A granted consent, or the next step to grant one. @see C-consent-grant */
export type GrantedConsent = (ConfirmedPsu | ConsentAsked) & Meta;

/** Reads information of the PSU in the flags at the profile's bank. @see C-accounts, C-user */
export function readInformation<Resource extends object>(
  context: CommandContext,
  choice: InformationChoice,
  read: (as: PsuCall) => Promise<CallResult<Resource>>,
  how: Pick<Reading, 'kind' | 'isList'> = { kind: 'consent' },
): Promise<Resource & Meta> {
  return withSession(
    context,
    choice.settings,
    async (there) => there.withMeta(await retryAfterSca(there, { ...choice, ...how }, read)),
    getRequirements(choice.sca),
  );
}

/** The accounts or card accounts of a consent. */
export interface AccountKind {
  /** The word for one item. */
  readonly word: string;
  /** The topic of their commands. */
  readonly topic: 'accounts' | 'cards';
  /** Returns true if the name is a number, which the list maps to an id. */
  readonly isNumber: (name: string) => boolean;
  readonly list: (
    as: PsuCall,
  ) => Promise<readonly { readonly id: string; readonly numbers: readonly (string | undefined)[] }[]>;
}

/** Accounts, named by resourceId, bban or IBAN. @see C-account-named */
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

/** Card accounts, named by resourceId or masked PAN. @see C-account-named */
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
 * Finds the id of a number in the list of consented accounts; returns an id unchanged.
 * @throws Fault INPUT_INVALID for a number that isn't in the list
 * @see C-account-named
 */
export async function findAccountId(
  as: PsuCall,
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
