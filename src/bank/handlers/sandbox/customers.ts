import { looksLikeLivingPerson } from '../../../values/identity-number.ts';
import { message, type TppMessage } from '../../../wire/errors.ts';
import type { SandboxCustomer, SandboxCustomerRequest } from '../../../wire/sandbox/customer.ts';
import { answerAdded, refuse, unknownResource } from '../../answer.ts';
import { naturalKey } from '../../domain/ids.ts';
import type { Customer } from '../../domain/world.ts';
import type { Handler } from '../../routes/route.ts';
import {
  findCustomer,
  findCustomerType,
  insertAgreement,
  insertCustomer,
} from '../../store/tables/customers.ts';
import { newId } from './new-id.ts';
import { customerHref, presentCustomer } from './present.ts';

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
