import type { Consents, KnownConsent, KnownSession, Sessions } from '../../accounts/known.ts';
import type { GrantedConsent, ListedAgreements, ReadUser } from '../../accounts/read.ts';
import { authorisationInLink } from '../../sca/link.ts';
import { type Columns, QUIET } from '../columns.ts';
import { harmless } from '../foreign-text.ts';
import { card, type Presentation, sentence, table } from '../presentation.ts';
import { authoriseColumns, type WithScaCommand } from './authorisation.ts';
import { bankMessages, membersOf, textOf } from './members.ts';

type Psu = Partial<Pick<KnownConsent, 'psuId' | 'context' | 'psuCorporateId' | 'validUntil'>>;

const psuColumns: Columns<Psu> = [
  ['PSU-ID', 'psuId', 'identifier', QUIET],
  ['Context', 'context'],
  ['PSU-Corporate-ID', 'psuCorporateId', 'identifier'],
];

function readLink(granted: object): string | undefined {
  return textOf(membersOf(membersOf(membersOf(granted)._links).scaRedirect).href);
}

/** A consent that was given, or where the PSU gives it. */
export const grantedConsent = card<GrantedConsent & Psu & WithScaCommand>([
  ...psuColumns,
  ['Valid until', 'validUntil', 'date'],
  ...authoriseColumns<object>(readLink, (granted, scaCommand) => {
    const id = authorisationInLink(readLink(granted) ?? '');
    return id === undefined ? undefined : scaCommand(id);
  }),
  ...bankMessages,
]) as Presentation<GrantedConsent & WithScaCommand>;

const knownColumns: Columns<KnownConsent> = [
  ...psuColumns,
  ['Customer', 'customerNumber', 'identifier'],
  ['Last SCA', 'scaAt', 'date'],
  ['Valid until', 'validUntil', 'date'],
  [
    'Session',
    ({ sessionMinutesLeft: minutes }) =>
      minutes === 0 ? 'over' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`,
  ],
];

export const knownConsents = table<KnownConsent, Consents>(
  knownColumns,
  ({ items }) => items,
  "This profile doesn't know of any consent. To ask a PSU for one:\npsd2 consent grant",
);

const sessionColumns: Columns<KnownSession> = [
  ...knownColumns,
  ['TPP-Session-ID', 'tppSessionId', 'identifier'],
];

export const knownSessions = table<KnownSession, Sessions>(
  sessionColumns,
  ({ items }) => items,
  "This profile doesn't know any PSU yet. It remembers everyone who completes an SCA.",
);

export const knownSession = card<KnownSession>(sessionColumns);

export const readUser = card<ReadUser>([
  ['PSU-ID', 'psuId', 'identifier', QUIET],
  ['May act as', ({ contexts }) => contexts.join(', ')],
]);

export const listedAgreements = table<ListedAgreements['agreements'][number], ListedAgreements>(
  [
    ['Name', 'name'],
    ['Owner', 'owner', 'identifier'],
    ['PSU-Corporate-ID', 'psuCorporateId', 'identifier', QUIET],
  ],
  ({ agreements }) => agreements,
  'The PSU has no agreement to act for a company.',
);

export const revokedConsent = sentence(() => 'Consent revoked. To read accounts, ask the PSU for a new one.');

export const forgottenSession: Presentation<{ readonly psuId: string }> = sentence(
  ({ psuId: id }) => `PSU ${harmless(id)} forgotten. Nothing changed at the bank.`,
  ({ psuId: id }) => [harmless(id)],
);

/** An address as the bank has it. @see D1-tpp-contact */
export interface ShownContact {
  readonly email: string;
}

export const shownContact = card<ShownContact>([['E-mail', 'email', 'identifier', QUIET]]);

export const removedContact = sentence(() => 'The bank no longer has an e-mail address of this TPP.');
