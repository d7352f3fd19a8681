import { nearest } from '../../nearest.ts';
import { AGREEMENT_ROLES, type AgreementRole } from '../../values/agreement-roles.ts';
import type { Faults } from '../faults.ts';
import type { FileAgreement, FileEngagement, SeedFile } from '../file/schema.ts';
import type { Stated } from '../stated.ts';
import type { SeedAgreement, SeedCustomer, SeedEngagement } from '../world.ts';
import { agreed, grouped, type Statements, together } from './groups.ts';

/** All agreements that files state, between customers of the world. @see D8-agreement-members, C-seed-several */
export function agreementsOf(
  files: readonly Stated<SeedFile>[],
  customers: readonly SeedCustomer[],
  faults: Faults,
): readonly SeedAgreement[] {
  const byNumber = new Map(customers.map((customer) => [customer.number, customer]));
  const key = {
    keyOf: ({ owner, name }: FileAgreement) => JSON.stringify([owner, name]),
    member: 'name',
    what: 'agreement',
  } as const;
  const all = files.flatMap((file) => file.items('agreements'));
  return grouped(all, key, faults).map((statements) => {
    const [stated] = statements;
    const { owner, name } = stated.value;
    const customer = customerNamed(stated, 'owner', byNumber, faults);
    const isPrivate = customer?.type === 'PRIVATE';
    if (isPrivate)
      faults.add(
        stated,
        ['owner'],
        'is a PRIVATE customer, which has its own agreement',
        'Name a CORPORATE customer',
      );
    return {
      ...stated.where,
      owner,
      name,
      engagements: engagementsOf(statements, isPrivate ? undefined : customer, byNumber, faults),
    };
  });
}

/** @see D8-engagement-members */
function engagementsOf(
  agreement: Statements<FileAgreement>,
  owner: SeedCustomer | undefined,
  customers: ReadonlyMap<string, SeedCustomer>,
  faults: Faults,
): readonly SeedEngagement[] {
  const key = {
    keyOf: ({ customer, account }: FileEngagement) => JSON.stringify([customer, account]),
    member: 'account',
    what: 'engagement',
  } as const;
  return grouped(together(agreement, 'engagements'), key, faults).map((statements) => {
    const [stated] = statements;
    const { customer, account } = stated.value;
    const roles = sorted(agreed(statements, 'roles', faults, sorted) ?? []);
    customerNamed(stated, 'customer', customers, faults);
    if (owner !== undefined) expectAccount(stated, owner, faults);
    return {
      ...{ ...stated.where, customer, account, roles },
      registerLimit: agreed(statements, 'registerLimit', faults),
      approvalLimit: agreed(statements, 'approvalLimit', faults),
    };
  });
}

function sorted(roles: readonly AgreementRole[]): readonly AgreementRole[] {
  return AGREEMENT_ROLES.filter((role) => roles.includes(role));
}

function customerNamed<T extends object, Name extends keyof T & string>(
  stated: Stated<T>,
  member: Name,
  customers: ReadonlyMap<string, SeedCustomer>,
  faults: Faults,
): SeedCustomer | undefined {
  const number = String(stated.value[member]);
  const found = customers.get(number);
  if (found === undefined) {
    const meant = nearest(number, [...customers.keys()]);
    const remedy = meant === undefined ? 'Add the customer, or correct the number' : `Did you mean ${meant}?`;
    faults.add(stated, [member], 'is no customer of these files', remedy);
  }
  return found;
}

function expectAccount(stated: Stated<FileEngagement>, owner: SeedCustomer, faults: Faults): void {
  const names = owner.accounts.map(({ name }) => name);
  const { account } = stated.value;
  if (names.includes(account)) return;
  const meant = nearest(account, names);
  const known = names.length === 0 ? 'Add the account to the owner' : `The owner has ${names.join(', ')}`;
  const remedy = meant === undefined ? known : `Did you mean ${meant}?`;
  faults.add(stated, ['account'], `is no account of the agreement's owner, ${owner.number}`, remedy);
}
