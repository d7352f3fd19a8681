import { sandboxCustomer } from '../../../wire/sandbox/customer.ts';
import { createSandboxCustomer, readSandboxCustomer } from '../../handlers/sandbox/customers.ts';
import { deleteSandboxCustomer } from '../../handlers/sandbox/delete.ts';
import { listSandboxCustomers } from '../../handlers/sandbox/list.ts';
import type { Route } from '../route.ts';
import { rowOf } from '../row.ts';
import { READ, WRITE } from './rules.ts';

/** @see D1-sandbox-customers */
export const CUSTOMER_ROUTES: readonly Route[] = [
  { ...READ, ...rowOf('list sandbox customers'), handler: listSandboxCustomers },
  {
    ...WRITE,
    ...rowOf('create sandbox customer'),
    body: () => sandboxCustomer,
    handler: createSandboxCustomer,
  },
  { ...READ, ...rowOf('read sandbox customer'), handler: readSandboxCustomer },
  { ...WRITE, ...rowOf('delete sandbox customer'), handler: deleteSandboxCustomer },
];
