import { type ColumnLine, type Columns, QUIET } from '../cli/columns.ts';
import { table } from '../cli/presentation.ts';
import { bankMessages } from '../cli/resources/members.ts';
import {
  createSandboxAgreement,
  createSandboxEngagement,
  deleteSandboxAgreement,
  deleteSandboxEngagement,
  listSandboxAgreements,
  readSandboxAgreement,
  readSandboxEngagement,
} from '../client/sandbox.ts';
import type { Session } from '../client/session.ts';
import type { SandboxAgreement, SandboxEngagement } from '../wire/answers/sandbox.ts';
import { ACCOUNTS } from './accounts.ts';
import { type Owned, presentOne } from './columns.ts';
import { CUSTOMERS } from './customers.ts';
import type { Given } from './form.ts';
import { agreementForm, engagementForm } from './forms.ts';
import {
  type Around,
  type Choices,
  type Creation,
  chooseFrom,
  find,
  listedType,
  NO_OWNERS,
  ownersAt,
  type SandboxType,
} from './resource.ts';

type Agreement = Owned<SandboxAgreement>;
type Engagement = Owned<SandboxEngagement>;

const owner: Columns<Agreement> = [
  ['Customer', (agreement) => agreement.owner, 'identifier'],
  ['Name', 'ownerName'],
];
const name: ColumnLine<Agreement> = ['Agreement', (agreement) => agreement.name];
const type: ColumnLine<Agreement> = ['Type', (agreement) => agreement.type];
const id: ColumnLine<Agreement> = ['ID', 'agreementId', 'identifier', QUIET];

const engagementColumns: Columns<Engagement> = [
  ['Customer', 'customer', 'identifier'],
  ['Name', 'ownerName'],
  ['Account', ({ account }) => account.iban, 'identifier'],
  ['Roles', ({ roles }) => roles.join(', ')],
  ['Register limit', 'registerLimit', 'count'],
  ['Approval limit', 'approvalLimit', 'count'],
  ['Engagement', 'engagementId', 'identifier', QUIET],
];

function engagementRow(engagement: SandboxEngagement, { owners }: Around): Engagement {
  return { ...engagement, ownerName: owners.get(engagement.customer) };
}

const engagementTable = table<Engagement, readonly Engagement[]>(engagementColumns, (rows) => rows, '');

export const AGREEMENTS = listedType<SandboxAgreement, Agreement>({
  word: 'agreement',
  args: { agreement: 'The agreement, by id.' },
  list: listSandboxAgreements,
  read: readSandboxAgreement,
  remove: deleteSandboxAgreement,
  idOf: ({ agreementId }) => agreementId,
  namesOf: () => [],
  nameOf: ({ agreementId }) => agreementId,
  ownerOf: (agreement) => agreement.owner,
  kindOf: (agreement) => agreement.name,
  hasOwners: true,
  row: (agreement, { owners }) => ({ ...agreement, ownerName: owners.get(agreement.owner) }),
  card: [name, type, ...owner, id, ...bankMessages],
  below: ({ engagements }, around, look) =>
    engagements.length === 0
      ? []
      : [
          engagementTable.text(
            engagements.map((one) => engagementRow(one, around)),
            look,
          ),
        ],
  table: [...owner, name, type, ['Engagements', ({ engagements }) => engagements.length, 'count'], id],
  none: 'The sandbox has no agreements. Create one:\npsd2 sandbox agreement create',
});

export const newAgreement: Creation<SandboxAgreement> = {
  form: agreementForm,
  choices: {
    owner: (session) => chooseFrom(session, CUSTOMERS, ({ customerType }) => customerType === 'CORPORATE'),
  },
  shown: presentOne(AGREEMENTS, NO_OWNERS),
  prepare: async () => ({ operation: createSandboxAgreement }),
};

/** Offers the agreements that take engagements. */
const corporate: Choices = (session) =>
  chooseFrom(session, AGREEMENTS, (agreement) => agreement.type === 'CORPORATE');

async function readNamed(session: Session, given: Given): Promise<SandboxAgreement> {
  const { reference } = await AGREEMENTS.locate(session, given);
  return (await session.call(AGREEMENTS.read, reference as never)).resource;
}

/** An engagement is named by its agreement's id and its own. */
export const ENGAGEMENTS: SandboxType<SandboxEngagement, Engagement> = {
  word: 'engagement',
  args: { ...AGREEMENTS.args, engagement: 'The engagement, by id.' },
  choices: {
    AGREEMENT: corporate,
    ENGAGEMENT: async (session, given) => {
      const { engagements } = await readNamed(session, given);
      const owners = await ownersAt(session);
      return engagements.map(({ engagementId, customer, account, roles }) => ({
        value: engagementId,
        about: [account.iban, roles.join(', '), owners.get(customer) ?? customer],
      }));
    },
  },
  read: readSandboxEngagement,
  locate: async (_, { AGREEMENT, ENGAGEMENT }) => ({
    reference: { mockAgreementId: AGREEMENT, mockEngagementId: ENGAGEMENT },
  }),
  remove: deleteSandboxEngagement,
  findDeletion: async (session, { AGREEMENT = '', ENGAGEMENT }) => {
    const reference = { mockAgreementId: AGREEMENT, mockEngagementId: ENGAGEMENT };
    const agreement = await find(session, AGREEMENTS, AGREEMENT);
    const engagement = agreement?.engagements.find(({ engagementId }) => engagementId === ENGAGEMENT);
    if (engagement === undefined) return { reference, rest: '' };
    const { account, customer } = engagement;
    return {
      reference,
      what: `the engagement of customer ${customer} with account ${account.iban}`,
      rest: '',
    };
  },
  hasOwners: true,
  row: engagementRow,
  card: engagementColumns,
};

export const newEngagement: Creation<SandboxEngagement> = {
  form: engagementForm,
  args: AGREEMENTS.args,
  choices: {
    AGREEMENT: corporate,
    customer: (session) => chooseFrom(session, CUSTOMERS),
    account: async (session, given) => {
      const agreement = await readNamed(session, given);
      return chooseFrom(session, ACCOUNTS, ({ customerNumber }) => customerNumber === agreement.owner);
    },
    roles: [
      { value: 'VIEW', about: ['sees the account'] },
      { value: 'REGISTER', about: ['pays from it'] },
    ],
  },
  several: ['roles'],
  shown: presentOne(ENGAGEMENTS, NO_OWNERS),
  prepare: async (session, { given }) => ({
    operation: createSandboxEngagement,
    reference: { mockAgreementId: given.AGREEMENT },
    given: await withIban(session, given),
  }),
};

/** An engagement names an account by IBAN; --account takes an id or a bban, too. */
async function withIban(session: Session, given: Given): Promise<Given> {
  if (given.account === undefined) return given;
  const account = await find(session, ACCOUNTS, given.account);
  return account === undefined ? given : { ...given, account: account.iban };
}
