import type { ListedCustomers, ShownCustomer } from '../../app/sandbox/customers.ts';
import type { Column } from '../columns.ts';
import { card, table } from '../presentation.ts';
import { bankMessages } from './members.ts';

export type { ListedCustomers, ShownCustomer };

type Customer = ListedCustomers['items'][number];

const columns: readonly Column<Customer>[] = [
  { label: 'Customer', kind: 'identifier', value: ({ customerNumber }) => customerNumber },
  { label: 'Name', value: ({ customerName }) => customerName },
  { label: 'Type', value: ({ customerType }) => customerType },
  { label: 'ID', kind: 'identifier', value: ({ customerId }) => customerId, isQuiet: true },
];

export const shownCustomer = card<ShownCustomer>([...columns, ...bankMessages]);

export const listedCustomers = table<Customer, ListedCustomers>(
  columns,
  ({ items }) => items,
  'The sandbox has no customers. Create one, or restore the initial data:\npsd2 sandbox customer create\npsd2 sandbox init',
);
