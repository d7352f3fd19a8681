import { buildNaturalKey, deriveIdOfUse } from '../../../src/bank/domain/ids.ts';
import type { SandboxAgreement, SandboxEngagement } from '../../../src/wire/answers/sandbox.ts';
import type { TestBank } from '../bank.ts';
import { play } from './operator.ts';
import { create, FIRM, type Headers, KARI, type Payment, type Wish } from './payments.ts';

const AGREEMENTS = '/v1/sandbox/agreements';
/** Id of the agreement that `agree` makes. */
export const agreementId = deriveIdOfUse('psd2', buildNaturalKey('agreement', FIRM, 'Firm'), 1);

/** An agreement of the firm's own. */
export async function agree(bank: TestBank, name = 'Firm'): Promise<string> {
  const agreement: SandboxAgreement = await made(bank, AGREEMENTS, { owner: FIRM, name });
  return agreement.agreementId;
}

/** What an engagement is made of; the account is the firm's first one, and the roles are both, unless said. */
export interface Engaging {
  readonly agreement?: string;
  readonly account?: string;
  readonly roles?: readonly string[];
}

/** Engages a customer in the firm's agreement. */
export async function engage(bank: TestBank, customer: string, wish: Engaging = {}): Promise<string> {
  const {
    agreement = agreementId,
    account = await accountOf(bank, FIRM),
    roles = ['VIEW', 'REGISTER'],
  } = wish;
  const { iban } = (await accounts(bank)).find(({ bban }) => bban === account) ?? {};
  const body = { customer, account: { iban }, roles };
  const engagement: SandboxEngagement = await made(bank, `${AGREEMENTS}/${agreement}/engagements`, body);
  return engagement.engagementId;
}

export async function endAgreement(bank: TestBank, id = agreementId): Promise<void> {
  await gone(bank, `${AGREEMENTS}/${id}`);
}

export async function endEngagement(bank: TestBank, engagement: string, id = agreementId): Promise<void> {
  await gone(bank, `${AGREEMENTS}/${id}/engagements/${engagement}`);
}

/** A payment of the firm's. */
export async function createOfFirm(bank: TestBank, wish: Wish = {}): Promise<Payment> {
  const { foreign, debtor } = bank.accounts;
  const from = await accountOf(bank, FIRM);
  return create(bank, { psu: FIRM, from, to: from === foreign ? debtor : foreign, ...wish });
}

/** bban of a customer's first account, or of another one. */
export async function accountOf(bank: TestBank, customer: string, place = 0): Promise<string> {
  const theirs = (await accounts(bank)).filter(({ customerNumber }) => customerNumber === customer);
  return theirs[place]!.bban;
}

interface Listed {
  readonly customerNumber: string;
  readonly bban: string;
  readonly iban: string;
}

async function accounts(bank: TestBank): Promise<readonly Listed[]> {
  return (await bank.send({ method: 'GET', path: '/v1/sandbox/accounts' })).json;
}

async function made<T>(bank: TestBank, path: string, body: object): Promise<T> {
  const { status, json, text } = await bank.send({ path, body });
  if (status !== 201) throw new Error(`${status} ${text}`);
  return json;
}

async function gone(bank: TestBank, path: string): Promise<void> {
  const { status, text } = await bank.send({ method: 'DELETE', path });
  if (status !== 204) throw new Error(`${status} ${text}`);
}

/** How a TPP names a PSU in the agreement, once an SCA there has told it. */
export async function inAgreement(
  bank: TestBank,
  psu: string,
  { agreement = agreementId, session = 'first-sca' } = {},
): Promise<NamedThere> {
  const engagedFor = await accountOf(bank, FIRM);
  const headers = { 'PSU-Context': null };
  const { paymentId } = await create(bank, { psu, from: engagedFor, session, headers });
  const played = await play(bank, 'approve', paymentId, { agreementId: agreement });
  if (played.psuCorporateId === undefined) throw new Error(`no psu-corporate-id: ${JSON.stringify(played)}`);
  return {
    'X-PSU-IDENTITY': null,
    'PSU-ID': played.psuId ?? '',
    'PSU-Corporate-ID': played.psuCorporateId,
    'PSU-Context': null,
  };
}

interface NamedThere extends Headers {
  readonly 'PSU-ID': string;
  readonly 'PSU-Corporate-ID': string;
}

export const OTHER_FIRM = '310999024';

/** Accounts that nobody pays from in the agreement who is engaged for the firm's first one alone. */
export const OTHER_ACCOUNTS = [
  'the firm’s other account',
  'an account of her own',
  'another firm’s account',
  'an account of nobody',
] as const;

export async function otherAccounts(
  bank: TestBank,
): Promise<Readonly<Record<(typeof OTHER_ACCOUNTS)[number], string>>> {
  return {
    'the firm’s other account': await accountOf(bank, FIRM, 1),
    'an account of her own': bank.accounts.debtor,
    'another firm’s account': await accountOf(bank, OTHER_FIRM),
    'an account of nobody': '99900000000',
  };
}

interface Engaged {
  readonly bank: TestBank;
  /** Kari's. */
  readonly engagement: string;
}

/** What takes from Kari what she may do for the firm, each with its name. */
export function waysOfTaking(engaged: () => Engaged) {
  return [
    { name: 'the agreement is deleted', take: () => endAgreement(engaged().bank) },
    { name: 'her engagement is deleted', take: () => end(engaged()) },
    {
      name: 'one of her roles is taken',
      take: async () => {
        await end(engaged());
        await engage(engaged().bank, KARI, { roles: ['VIEW'] });
      },
    },
  ];
}

function end({ bank, engagement }: Engaged): Promise<void> {
  return endEngagement(bank, engagement);
}
