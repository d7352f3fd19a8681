import { createSandboxCustomer } from '../../client/sandbox/customers.ts';
import type { Session } from '../../client/session.ts';
import type { Given } from '../../forms/sandbox/form.ts';
import { customerForm } from '../../forms/sandbox/forms.ts';
import type { SandboxCustomer } from '../../wire/sandbox/customer.ts';
import type { Meta } from '../at-bank.ts';
import { fixed, listed } from './choices.ts';
import type { Items } from './data.ts';
import { found } from './found.ts';
import { faultOf, type Making } from './making.ts';
import { CUSTOMERS } from './sorts.ts';

export type ShownCustomer = SandboxCustomer & Meta;
export type ListedCustomers = Items<SandboxCustomer> & Meta;

export const newCustomer: Making<SandboxCustomer> = {
  form: customerForm,
  choices: {
    type: fixed([
      ['PRIVATE', 'a person'],
      ['CORPORATE', 'a company'],
    ]),
  },
  faultOf: faultOf(customerForm),
  look: async (session, { given }) => ({
    given,
    send: (sent) => session.call(createSandboxCustomer, sent),
  }),
};

export const whichCustomer = { choices: { CUSTOMER: listed(CUSTOMERS) } };

/** Bodies name a customer by number; --customer takes an id, too. */
export async function withCustomerNumber(session: Session, given: Given): Promise<Given> {
  if (given.customer === undefined) return given;
  const customer = await found(session, CUSTOMERS, given.customer);
  return customer === undefined ? given : { ...given, customer: customer.customerNumber };
}
