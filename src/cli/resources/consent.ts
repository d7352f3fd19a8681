import type { GrantedConsent } from '../../accounts/consent.ts';
import type { Consents, KnownConsent, KnownSession, Sessions } from '../../accounts/known.ts';
import type { ListedAgreements, ReadUser } from '../../accounts/read.ts';
import { authorisationInLink } from '../../sca/link.ts';
import type { Column } from '../columns.ts';
import { harmless } from '../foreign-text.ts';
import { wrap } from '../layout.ts';
import { card, type Presentation, table } from '../presentation.ts';
import { authoriseColumns, type WithScaCommand } from './authorisation.ts';
import { bankMessages } from './bank-messages.ts';
import { membersOf, textOf } from './members.ts';

export type { Consents, GrantedConsent, KnownSession, ListedAgreements, ReadUser, Sessions };

type Psu = Partial<Pick<KnownConsent, 'psuId' | 'context' | 'psuCorporateId' | 'validUntil'>>;

const psuId: Column<Psu> = { label: 'PSU-ID', kind: 'identifier', value: (psu) => psu.psuId, isQuiet: true };
const psuColumns: readonly Column<Psu>[] = [
  psuId,
  { label: 'Context', value: ({ context }) => context },
  { label: 'PSU-Corporate-ID', kind: 'identifier', value: ({ psuCorporateId }) => psuCorporateId },
];
const validUntil: Column<Psu> = { label: 'Valid until', kind: 'date', value: (psu) => psu.validUntil };

function linkOf(granted: object): string | undefined {
  return textOf(membersOf(membersOf(membersOf(granted)._links).scaRedirect).href);
}

/** A consent that was given, or where the PSU gives it. */
export const grantedConsent = card<GrantedConsent & Psu & WithScaCommand>([
  ...psuColumns,
  validUntil,
  ...authoriseColumns<object>(linkOf, (granted, scaCommand) => {
    const id = authorisationInLink(linkOf(granted) ?? '');
    return id === undefined ? undefined : scaCommand(id);
  }),
  ...bankMessages,
]) as Presentation<GrantedConsent & WithScaCommand>;

const knownColumns: readonly Column<KnownConsent>[] = [
  ...psuColumns,
  { label: 'Customer', kind: 'identifier', value: ({ customerNumber }) => customerNumber },
  { label: 'Last SCA', kind: 'date', value: ({ scaAt }) => scaAt },
  validUntil,
  {
    label: 'Session',
    value: ({ sessionMinutesLeft: minutes }) =>
      minutes === 0 ? 'over' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`,
  },
];

export const knownConsents = table<KnownConsent, Consents>(
  knownColumns,
  ({ items }) => items,
  "This profile doesn't know of any consent. To ask a PSU for one:\npsd2 consent grant",
);

const sessionColumns: readonly Column<KnownSession>[] = [
  ...knownColumns,
  { label: 'TPP-Session-ID', kind: 'identifier', value: ({ tppSessionId }) => tppSessionId },
];

export const knownSessions = table<KnownSession, Sessions>(
  sessionColumns,
  ({ items }) => items,
  "This profile doesn't know any PSU yet. It remembers everyone who completes an SCA.",
);

export const knownSession = card<KnownSession>(sessionColumns);

export const readUser = card<ReadUser>([
  psuId,
  { label: 'May act as', value: ({ contexts }) => contexts.join(', ') },
]);

export const listedAgreements = table<ListedAgreements['agreements'][number], ListedAgreements>(
  [
    { label: 'Name', value: ({ name }) => name },
    { label: 'Owner', kind: 'identifier', value: ({ owner }) => owner },
    {
      label: 'PSU-Corporate-ID',
      kind: 'identifier',
      value: ({ psuCorporateId }) => psuCorporateId,
      isQuiet: true,
    },
  ],
  ({ agreements }) => agreements,
  'The PSU has no agreement to act for a company.',
);

export const revokedConsent: Presentation<object> = {
  text: (_, { width }) =>
    wrap('Consent revoked. To read accounts, ask the PSU for a new one.', width).join('\n'),
  quiet: () => [],
};

export const forgottenSession: Presentation<{ readonly psuId: string }> = {
  text: ({ psuId: id }, { width }) =>
    wrap(`PSU ${harmless(id)} forgotten. Nothing changed at the bank.`, width).join('\n'),
  quiet: ({ psuId: id }) => [harmless(id)],
};
