import { looksLikeLivingPerson } from '../../../values/identity-number.ts';
import type { SandboxCustomer } from '../../../wire/answers/sandbox.ts';
import { message, type TppMessage } from '../../../wire/errors.ts';
import { link } from '../../../wire/link.ts';
import { type SandboxCustomerRequest, sandboxCustomer } from '../../../wire/sandbox.ts';
import { answerAdded, refuse, unknownResource } from '../../answer.ts';
import { deleteCustomer } from '../../deleting.ts';
import { naturalKey } from '../../domain/ids.ts';
import type { Customer } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import {
  findCustomer,
  findCustomerType,
  insertAgreement,
  insertCustomer,
  listCustomers,
} from '../../store/tables/customers.ts';
import { inOrder, newId } from './resources.ts';

/** @see I-sandbox-customer */
export function presentCustomer(exchange: Exchange, customer: Customer): SandboxCustomer {
  const { customerId, customerNumber, customerType, customerName } = customer;
  const self = link(customerHref(exchange, customerId), 'GET', 'DELETE');
  return { customerId, customerNumber, customerType, customerName, _links: { self } };
}

function customerHref(exchange: Exchange, customerId: string): string {
  return exchange.href(`/v1/sandbox/customers/${customerId}`);
}

/** Lists are top-level arrays of the single shape. @see D8-lists, D8-list-order */
export const listSandboxCustomers: Handler = function* (exchange) {
  const customers = yield* listCustomers();
  return {
    status: 200,
    json: inOrder(customers, ({ customerNumber }) => [customerNumber]).map((customer) =>
      presentCustomer(exchange, customer),
    ),
  };
};

/** @see I-sandbox-customer-create, D8-number-taken */
export const createSandboxCustomer: Handler = function* (exchange, world) {
  const { customerNumber, name, type } = exchange.body as SandboxCustomerRequest;
  if ((yield* findCustomerType(customerNumber)) !== undefined) {
    return refuse(409, 'CONFLICT', 'this customerNumber is taken: send another one', 'customerNumber');
  }
  const customer: Customer = {
    customerId: yield* newId(world, naturalKey('customer', customerNumber)),
    customerNumber,
    customerType: type,
    customerName: name,
  };
  yield* insertCustomer(customer);
  if (type === 'PRIVATE') {
    const agreementId = yield* newId(world, naturalKey('agreement', customerNumber, name));
    yield* insertAgreement({ agreementId, type, ownerNumber: customerNumber, name });
  }
  const warnings = warningsOf(customerNumber);
  const json: SandboxCustomer = {
    ...presentCustomer(exchange, customer),
    ...(warnings.length > 0 ? { tppMessages: warnings } : {}),
  };
  return answerAdded(customerHref(exchange, customer.customerId), json);
};

/** @see D8-living-person */
function warningsOf(customerNumber: string): readonly TppMessage[] {
  if (!looksLikeLivingPerson(customerNumber)) return [];
  const text =
    "customerNumber may be a living person's national identity number: use one with 40 or 80 added to the month";
  return [message('WARNING', 'FORMAT_ERROR', text, 'customerNumber')];
}

/** @see D1-sandbox-customers */
export const readSandboxCustomer: Handler = function* (exchange) {
  const customer = yield* findCustomer(exchange.param('customerId'));
  return customer ? { status: 200, json: presentCustomer(exchange, customer) } : unknownResource('customer');
};

/** @see D8-deleting-customer */
export const deleteSandboxCustomer: Handler = function* (exchange, world) {
  const customer = yield* findCustomer(exchange.param('customerId'));
  if (!customer) return unknownResource('customer');
  yield* deleteCustomer(world, customer.customerNumber);
  return { status: 204 };
};

/** @see D1-sandbox-customers */
export const CUSTOMER_ROUTES: readonly Route[] = [
  defineRoute('list sandbox customers', listSandboxCustomers),
  defineRoute('create sandbox customer', createSandboxCustomer, { body: () => sandboxCustomer }),
  defineRoute('read sandbox customer', readSandboxCustomer),
  defineRoute('delete sandbox customer', deleteSandboxCustomer),
];
