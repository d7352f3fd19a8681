import type { Operation } from '../../client/operation.ts';
import {
  createSandboxAgreement,
  createSandboxEngagement,
  deleteSandboxEngagement,
  type EngagementReference,
  readSandboxEngagement,
} from '../../client/sandbox/agreements.ts';
import type { Session } from '../../client/session.ts';
import type { Given } from '../../forms/sandbox/form.ts';
import { agreementForm, engagementForm } from '../../forms/sandbox/forms.ts';
import type { SandboxAgreement, SandboxEngagement } from '../../wire/sandbox/agreement.ts';
import { agreeToDeletion } from '../agree-to-deletion.ts';
import { atBank, type Meta } from '../at-bank.ts';
import type { Program } from '../program.ts';
import { type Choices, fixed, listed } from './choices.ts';
import { type How, type Items, ownersFor, type Removing, read, SANDBOX_DATA, type Told } from './data.ts';
import { argument, found } from './found.ts';
import { faultOf, type Making } from './making.ts';
import { ACCOUNTS, AGREEMENTS, CUSTOMERS } from './sorts.ts';

export type ShownAgreement = SandboxAgreement & Meta;
export type ListedAgreements = Items<SandboxAgreement> & Meta;
export type ShownEngagement = SandboxEngagement & Meta;

export const newAgreement: Making<SandboxAgreement> = {
  form: agreementForm,
  choices: { owner: listed(CUSTOMERS, ({ customerType }) => customerType === 'CORPORATE') },
  faultOf: faultOf(agreementForm),
  look: async (session, { given }) => ({
    given,
    send: (sent) => session.call(createSandboxAgreement, sent),
  }),
};

export const whichAgreement = { choices: { AGREEMENT: listed(AGREEMENTS) } };

/** Those that take engagements. */
const corporate = listed(AGREEMENTS, ({ type }) => type === 'CORPORATE');

/** Accounts of the agreement's owner. */
const accountsOfOwner: Choices = async (program, settings, given) => {
  const how = { profile: settings.profile as string | undefined, withOwners: false };
  const { told } = await read(program, AGREEMENTS, given, how);
  return listed(ACCOUNTS, ({ customerNumber }) => customerNumber === told.owner)(program, settings, given);
};

export const newEngagement: Making<SandboxEngagement> = {
  form: engagementForm,
  choices: {
    AGREEMENT: corporate,
    customer: listed(CUSTOMERS),
    account: accountsOfOwner,
    roles: fixed([
      ['VIEW', 'sees the account'],
      ['REGISTER', 'pays from it'],
    ]),
  },
  several: ['roles'],
  faultOf: faultOf(engagementForm),
  look: async (session, { given }) => {
    const { AGREEMENT: mockAgreementId = '' } = given;
    return {
      given: await withIban(session, given),
      send: (sent) => session.call(createSandboxEngagement, { mockAgreementId, ...sent }),
    };
  },
};

/** An engagement names an account by IBAN; --account takes an id or a bban, too. */
async function withIban(session: Session, given: Given): Promise<Given> {
  if (given.account === undefined) return given;
  const account = await found(session, ACCOUNTS, given.account);
  return account === undefined ? given : { ...given, account: account.iban };
}

/** Those of the agreement that is named. */
const engagements: Choices = async (program, settings, given) => {
  const how = { profile: settings.profile as string | undefined, withOwners: true };
  const { told, owners } = await read(program, AGREEMENTS, given, how);
  return told.engagements.map(({ engagementId, customer, account, roles }) => ({
    value: engagementId,
    about: [account.iban, roles.join(', '), owners.get(customer) ?? customer],
  }));
};

export const whichEngagement = { choices: { AGREEMENT: corporate, ENGAGEMENT: engagements } };

export function readEngagement(program: Program, given: Given, how: How): Promise<Told<SandboxEngagement>> {
  return onEngagement(program, readSandboxEngagement, given, how);
}

/** @throws Fault INPUT_MISSING, INTERRUPTED without consent. @see C-deletion-consent */
export function removeEngagement(
  program: Program,
  given: Given,
  { profile: named, yes }: Removing,
): Promise<Meta> {
  const [mockAgreementId = '', mockEngagementId = ''] = argument(given, 'AGREEMENT', 'ENGAGEMENT');
  return atBank(
    program,
    { profile: named },
    async ({ session, profile, withMeta }) => {
      const agreement = await found(session, AGREEMENTS, mockAgreementId);
      const engagement = agreement?.engagements.find(({ engagementId }) => engagementId === mockEngagementId);
      if (engagement !== undefined) {
        const { account, customer } = engagement;
        const what = `the engagement of customer ${customer} with account ${account.iban} from the sandbox (profile ${profile.name}).`;
        await agreeToDeletion(program, { yes, verb: 'delete', what });
      }
      return withMeta(await session.call(deleteSandboxEngagement, { mockAgreementId, mockEngagementId }));
    },
    SANDBOX_DATA,
  );
}

function onEngagement<Resource extends object>(
  program: Program,
  operation: Operation<EngagementReference, Resource>,
  given: Given,
  how: How,
): Promise<Told<Resource>> {
  const [mockAgreementId = '', mockEngagementId = ''] = argument(given, 'AGREEMENT', 'ENGAGEMENT');
  return atBank(
    program,
    { profile: how.profile },
    async ({ session, withMeta }) => {
      const told = withMeta(await session.call(operation, { mockAgreementId, mockEngagementId }));
      return { told, owners: await ownersFor(session, how) };
    },
    SANDBOX_DATA,
  );
}
