import type { ListedAgreements, ShownAgreement, ShownEngagement } from '../../app/sandbox/agreements.ts';
import type { Owners } from '../../app/sandbox/data.ts';
import type { Column } from '../columns.ts';
import { card, type Presentation, table } from '../presentation.ts';
import { bankMessages } from './members.ts';
import { of } from './owned.ts';

export type { ListedAgreements, ShownAgreement, ShownEngagement };

type Agreement = ListedAgreements['items'][number] & { readonly ownerName: string | undefined };

function withOwner(owners: Owners) {
  return (agreement: ListedAgreements['items'][number]): Agreement => ({
    ...agreement,
    ownerName: owners.get(agreement.owner),
  });
}

const owner: readonly Column<Agreement>[] = [
  { label: 'Customer', kind: 'identifier', value: (agreement) => agreement.owner },
  { label: 'Name', value: ({ ownerName }) => ownerName },
];
const name: Column<Agreement> = { label: 'Agreement', value: (agreement) => agreement.name };
const type: Column<Agreement> = { label: 'Type', value: (agreement) => agreement.type };
const id: Column<Agreement> = {
  label: 'ID',
  kind: 'identifier',
  value: ({ agreementId }) => agreementId,
  isQuiet: true,
};

const agreementTable = table<Agreement, readonly Agreement[]>(
  [
    ...owner,
    name,
    type,
    { label: 'Engagements', kind: 'count', value: ({ engagements }) => engagements.length },
    id,
  ],
  (rows) => rows,
  'The sandbox has no agreements. Create one:\npsd2 sandbox agreement create',
);

export function listedAgreements(owners: Owners): Presentation<ListedAgreements> {
  return of(agreementTable, ({ items }) => items.map(withOwner(owners)));
}

const agreementCard = card<Agreement>([name, type, ...owner, id, ...bankMessages]);

interface Engagement {
  readonly engagement: Agreement['engagements'][number];
  readonly name: string | undefined;
}

const engagementColumns: readonly Column<Engagement>[] = [
  { label: 'Customer', kind: 'identifier', value: ({ engagement }) => engagement.customer },
  { label: 'Name', value: (engaged) => engaged.name },
  { label: 'Account', kind: 'identifier', value: ({ engagement }) => engagement.account.iban },
  { label: 'Roles', value: ({ engagement }) => engagement.roles.join(', ') },
  { label: 'Register limit', kind: 'count', value: ({ engagement }) => engagement.registerLimit },
  { label: 'Approval limit', kind: 'count', value: ({ engagement }) => engagement.approvalLimit },
  {
    label: 'Engagement',
    kind: 'identifier',
    value: ({ engagement }) => engagement.engagementId,
    isQuiet: true,
  },
];

const engagementTable = table<Engagement, readonly Engagement[]>(engagementColumns, (rows) => rows, '');

function engagedOf(owners: Owners) {
  return (engagement: Agreement['engagements'][number]): Engagement => ({
    engagement,
    name: owners.get(engagement.customer),
  });
}

/** An agreement, and below it who is engaged. */
export function shownAgreement(owners: Owners): Presentation<ShownAgreement> {
  const shown = withOwner(owners);
  return {
    text: (agreement, look) => {
      const head = agreementCard.text(shown(agreement), look);
      const engaged = agreement.engagements.map(engagedOf(owners));
      return engaged.length === 0 ? head : `${head}\n\n${engagementTable.text(engaged, look)}`;
    },
    quiet: (agreement) => agreementCard.quiet(shown(agreement)),
  };
}

const engagementCard = card<Engagement>(engagementColumns);

export function shownEngagement(owners: Owners): Presentation<ShownEngagement> {
  return of(engagementCard, engagedOf(owners));
}
