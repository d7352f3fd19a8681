import type { SandboxCustomer } from '../../wire/sandbox/customer.ts';
import { onSandbox, withBody } from './sandbox-operation.ts';

export interface CustomerReference {
  readonly customerId: string;
}

export interface CreateCustomer {
  /** JSON of the sandbox customer request. */
  readonly body: Uint8Array;
}

/** @see D1-paths */
export const listSandboxCustomers = onSandbox<void, readonly SandboxCustomer[]>('list sandbox customers');

/** @see I-sandbox-customer-create */
export const createSandboxCustomer = withBody<CreateCustomer, SandboxCustomer>('create sandbox customer');

/** @see D1-sandbox-customers */
export const readSandboxCustomer = onSandbox<CustomerReference, SandboxCustomer>('read sandbox customer');

/** Deletes the customer with all that it owns. @see D8-deleting-customer */
export const deleteSandboxCustomer = onSandbox<CustomerReference, Record<string, never>>(
  'delete sandbox customer',
);
