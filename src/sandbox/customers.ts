import { type Columns, QUIET } from '../cli/columns.ts';
import { bankMessages } from '../cli/resources/members.ts';
import {
  createSandboxCustomer,
  deleteSandboxCustomer,
  listSandboxCustomers,
  readSandboxCustomer,
} from '../client/sandbox.ts';
import type { Session } from '../client/session.ts';
import type { SandboxCustomer } from '../wire/answers/sandbox.ts';
import { presentOne } from './columns.ts';
import type { Given } from './form.ts';
import { customerForm } from './forms.ts';
import { type Creation, find, listedType, NO_OWNERS } from './resource.ts';

const columns: Columns<SandboxCustomer> = [
  ['Customer', 'customerNumber', 'identifier'],
  ['Name', 'customerName'],
  ['Type', 'customerType'],
  ['ID', 'customerId', 'identifier', QUIET],
];

/** By id or number. */
export const CUSTOMERS = listedType<SandboxCustomer, SandboxCustomer>({
  word: 'customer',
  args: { customer: 'The customer, by id or number.' },
  list: listSandboxCustomers,
  read: readSandboxCustomer,
  remove: deleteSandboxCustomer,
  idOf: ({ customerId }) => customerId,
  namesOf: ({ customerNumber }) => [customerNumber],
  nameOf: ({ customerNumber }) => customerNumber,
  ownerOf: ({ customerNumber }) => customerNumber,
  kindOf: () => undefined,
  row: (customer) => customer,
  card: [...columns, ...bankMessages],
  table: columns,
  none: 'The sandbox has no customers. Create one, or restore the initial data:\npsd2 sandbox customer create\npsd2 sandbox init',
});

export const newCustomer: Creation<SandboxCustomer> = {
  form: customerForm,
  choices: {
    type: [
      { value: 'PRIVATE', about: ['a person'] },
      { value: 'CORPORATE', about: ['a company'] },
    ],
  },
  shown: presentOne(CUSTOMERS, NO_OWNERS),
  prepare: async () => ({ operation: createSandboxCustomer }),
};

/** Bodies name a customer by number; --customer takes an id, too. */
export async function withCustomerNumber(session: Session, given: Given): Promise<Given> {
  if (given.customer === undefined) return given;
  const customer = await find(session, CUSTOMERS, given.customer);
  return customer === undefined ? given : { ...given, customer: customer.customerNumber };
}
