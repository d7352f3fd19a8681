import type { Op } from '../../../store/contract.ts';
import { AGREEMENT_ROLES } from '../../../values/agreement-roles.ts';
import { looksLikeLivingPerson } from '../../../values/identity-number.ts';
import type { SandboxAgreement, SandboxCustomer, SandboxEngagement } from '../../../wire/answers/sandbox.ts';
import { message, type TppMessage } from '../../../wire/errors.ts';
import { type Links, link } from '../../../wire/link.ts';
import {
  type SandboxAgreementRequest,
  type SandboxCustomerRequest,
  type SandboxEngagementRequest,
  sandboxAgreement,
  sandboxCustomer,
  sandboxEngagement,
} from '../../../wire/sandbox.ts';
import { answerAdded, answerOk, refuse, refuseBody, unknownResource } from '../../answer.ts';
import { deleteCustomer } from '../../deleting.ts';
import { idOfUse, naturalKey } from '../../domain/ids.ts';
import {
  type Agreement,
  type Customer,
  type Engaged,
  type Engagement,
  type EngagementFault,
  engagementFaults,
  ownerFaults,
  repeatedFault,
} from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import { findAccountOfIban } from '../../store/tables/accounts.ts';
import {
  findAgreement,
  findCustomer,
  findCustomerType,
  findEngagement,
  findNamedCustomer,
  insertAgreement,
  insertCustomer,
  insertEngagements,
  isEngaged,
  listAgreements,
  listCustomers,
  listEngagements,
  listEngagementsOf,
  type NewEngagement,
  removeAgreement,
  removeEngagement,
} from '../../store/tables/customers.ts';
import { countUses } from '../../store/tables/numbers.ts';
import { removeConsentsIn } from '../../store/tables/psus.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { byCustomer, inOrder, newId } from './resources.ts';

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
const listSandboxCustomers: Handler = function* (exchange) {
  const customers = yield* listCustomers();
  return {
    status: 200,
    json: inOrder(customers, ({ customerNumber }) => [customerNumber]).map((customer) =>
      presentCustomer(exchange, customer),
    ),
  };
};

/** @see I-sandbox-customer-create, D8-number-taken */
const createSandboxCustomer: Handler = function* (exchange, world) {
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
const readSandboxCustomer: Handler = function* (exchange) {
  const customer = yield* findCustomer(exchange.param('customerId'));
  return customer ? { status: 200, json: presentCustomer(exchange, customer) } : unknownResource('customer');
};

/** @see D8-deleting-customer */
const deleteSandboxCustomer: Handler = function* (exchange, world) {
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

function agreementHref(exchange: Exchange, agreementId: string): string {
  return exchange.href(`/v1/sandbox/agreements/${agreementId}`);
}

function engagementHref(exchange: Exchange, agreementId: string, engagementId: string): string {
  return `${agreementHref(exchange, agreementId)}/engagements/${engagementId}`;
}

/** @see D8-agreement-shape */
export function presentAgreement(
  exchange: Exchange,
  agreement: Agreement,
  engagements: readonly Engagement[],
): SandboxAgreement {
  const { agreementId, type, ownerNumber, name } = agreement;
  return {
    agreementId,
    type,
    owner: ownerNumber,
    name,
    engagements: engagements.map((engagement) => presentEngagement(exchange, engagement)),
    _links: linksOf(exchange, agreement),
  };
}

/** A private agreement comes and goes with its customer. @see D8-private-agreement */
function linksOf(exchange: Exchange, { agreementId, type }: Agreement): Links {
  const self = agreementHref(exchange, agreementId);
  return type === 'PRIVATE'
    ? { self: link(self, 'GET') }
    : { self: link(self, 'GET', 'DELETE'), engagements: link(`${self}/engagements`, 'POST') };
}

/** @see D8-agreement-shape */
function presentEngagement(
  exchange: Exchange,
  { agreementId, engagementId, customerNumber, iban, roles, registerLimit, approvalLimit }: Engagement,
): SandboxEngagement {
  const self = engagementHref(exchange, agreementId, engagementId);
  return {
    engagementId,
    customer: customerNumber,
    account: { iban },
    roles,
    registerLimit,
    approvalLimit,
    _links: { self: link(self, 'GET', 'DELETE') },
  };
}

/** @see D1-sandbox-agreements, D8-agreement-shape */
const listSandboxAgreements: Handler = function* (exchange) {
  const agreements = yield* listAgreements();
  const engaged = new Map<string, Engagement[]>(agreements.map(({ agreementId }) => [agreementId, []]));
  for (const engagement of yield* listEngagements()) {
    engaged.get(engagement.agreementId)?.push(engagement);
  }
  const sorted = inOrder(agreements, ({ ownerNumber, name, agreementId }) => [
    ownerNumber,
    name,
    agreementId,
  ]);
  const json = sorted.map((one) => presentAgreement(exchange, one, engaged.get(one.agreementId) ?? []));
  return { status: 200, json };
};

/** @see D8-agreement-members */
const createSandboxAgreement: Handler = function* (exchange, world) {
  const { owner: asked, name, engagements = [] } = exchange.body as SandboxAgreementRequest;
  const owner = yield* findNamedCustomer(asked);
  const placeOf = (index: number) => `engagements[${index}].`;
  const { found, faults } = yield* findEngaged(engagements, owner?.customerNumber, placeOf);
  const all = [...ownerFaults(owner), ...faults];
  if (owner === undefined || all.length > 0) return refuseBody(all);
  const ownerNumber = owner.customerNumber;
  const agreementId = yield* newId(world, naturalKey('agreement', ownerNumber, name));
  const agreement: Agreement = { agreementId, type: 'CORPORATE', ownerNumber, name };
  yield* insertAgreement(agreement);
  const made = yield* engage(world, agreementId, found);
  return answerAdded(
    agreementHref(exchange, agreementId),
    presentAgreement(exchange, agreement, byCustomer(made)),
  );
};

/** @see D1-sandbox-agreements */
const readSandboxAgreement: Handler = function* (exchange) {
  const agreement = yield* findAgreement(exchange.param('mockAgreementId'));
  if (!agreement) return unknownResource('agreement');
  const engagements = yield* listEngagementsOf(agreement.agreementId);
  return answerOk(presentAgreement(exchange, agreement, engagements));
};

/**
 * Its engagements and the consents that were given in it go with it. What hangs on it is looked at when somebody wants to go on with it.
 * @see D8-delete-agreement
 */
const deleteSandboxAgreement: Handler = function* (exchange) {
  const agreement = yield* findAgreement(exchange.param('mockAgreementId'));
  if (!agreement) return unknownResource('agreement');
  if (agreement.type === 'PRIVATE') {
    return refuse(409, 'CONFLICT', 'a private agreement is deleted with its customer: delete the customer');
  }
  yield* removeConsentsIn(agreement.agreementId);
  yield* removeAgreement(agreement.agreementId);
  return { status: 204 };
};

/** An engagement that is asked for, with what the bank has of what it names. */
interface Found extends Engaged {
  readonly asked: SandboxEngagementRequest;
}

interface Looked {
  readonly found: readonly Found[];
  readonly faults: readonly EngagementFault[];
}

/**
 * What engagements name, or what is wrong with them.
 * @param owner customerNumber of the agreement's owner; absent when that is not known itself
 * @param placeOf where each stands in the body
 */
function* findEngaged(
  engagements: readonly SandboxEngagementRequest[],
  owner: string | undefined,
  placeOf: (index: number) => string,
): Op<Looked> {
  const customerOf = remembered(findNamedCustomer);
  const accountOf = remembered(findAccountOfIban);
  const found: Found[] = [];
  const faults: EngagementFault[] = [];
  const places = new Map<string, string>();
  for (const [index, asked] of engagements.entries()) {
    const customer = yield* customerOf(asked.customer);
    const account = yield* accountOf(asked.account.iban);
    const at = placeOf(index);
    faults.push(...engagementFaults({ customerNumber: customer?.customerNumber, account, owner }, at));
    if (customer === undefined || account === undefined) continue;
    const { customerNumber } = customer;
    const pair = JSON.stringify([customerNumber, account.id]);
    const first = places.get(pair);
    if (first === undefined) places.set(pair, at);
    else faults.push(repeatedFault(at, first));
    found.push({ asked, customerNumber, account });
  }
  return { found, faults };
}

/** Asks for each name once: many engagements name few customers and accounts. */
function remembered<T>(find: (name: string) => Op<T>): (name: string) => Op<T> {
  const known = new Map<string, T>();
  return function* (name) {
    const before = known.get(name);
    if (before !== undefined) return before;
    const one = yield* find(name);
    known.set(name, one);
    return one;
  };
}

/** Stores engagements of an agreement. */
function* engage(world: WorldState, agreementId: string, found: readonly Found[]): Op<readonly Engagement[]> {
  const keyOf = ({ customerNumber, account }: Found) =>
    naturalKey('engagement', agreementId, customerNumber, account.id);
  const uses = yield* countUses(found.map(keyOf));
  const made = found.map((one): NewEngagement & Engagement => {
    const { asked, customerNumber, account } = one;
    const { roles, registerLimit, approvalLimit } = asked;
    const key = keyOf(one);
    return {
      engagementId: idOfUse(world.seed, key, uses(key)),
      agreementId,
      customerNumber,
      account: account.id,
      iban: account.iban,
      roles: AGREEMENT_ROLES.filter((role) => roles.includes(role)),
      registerLimit,
      approvalLimit,
    };
  });
  yield* insertEngagements(made);
  return made;
}

/** @see D8-engagement-members */
const createSandboxEngagement: Handler = function* (exchange, world) {
  const agreement = yield* findAgreement(exchange.param('mockAgreementId'));
  if (!agreement) return unknownResource('agreement');
  if (agreement.type === 'PRIVATE') {
    return refuse(409, 'CONFLICT', 'a private agreement has no engagements: its customer acts alone');
  }
  const { agreementId, ownerNumber } = agreement;
  const asked = exchange.body as SandboxEngagementRequest;
  const { found, faults } = yield* findEngaged([asked], ownerNumber, () => '');
  const [engaged] = found;
  if (engaged === undefined || faults.length > 0) return refuseBody(faults);
  if (yield* isEngaged(agreementId, engaged.customerNumber, engaged.account.id)) {
    const text = 'this customer already has an engagement for this account: delete that engagement first';
    return refuse(409, 'CONFLICT', text);
  }
  const [made] = yield* engage(world, agreementId, found);
  if (made === undefined) throw new Error("an engagement wasn't created");
  const href = engagementHref(exchange, agreementId, made.engagementId);
  return answerAdded(href, presentEngagement(exchange, made));
};

/** @see D1-sandbox-agreements */
const readSandboxEngagement: Handler = function* (exchange) {
  const agreementId = exchange.param('mockAgreementId');
  const engagement = yield* findEngagement(agreementId, exchange.param('mockEngagementId'));
  if (!engagement) return unknownResource('engagement');
  return answerOk(presentEngagement(exchange, engagement));
};

/** @see D8-delete-agreement */
const deleteSandboxEngagement: Handler = function* (exchange) {
  const agreementId = exchange.param('mockAgreementId');
  const isGone = yield* removeEngagement(agreementId, exchange.param('mockEngagementId'));
  return isGone ? { status: 204 } : unknownResource('engagement');
};

/** @see D1-sandbox-agreements */
export const AGREEMENT_ROUTES: readonly Route[] = [
  defineRoute('list sandbox agreements', listSandboxAgreements),
  defineRoute('create sandbox agreement', createSandboxAgreement, { body: () => sandboxAgreement }),
  defineRoute('read sandbox agreement', readSandboxAgreement),
  defineRoute('delete sandbox agreement', deleteSandboxAgreement),
  defineRoute('create sandbox engagement', createSandboxEngagement, { body: () => sandboxEngagement }),
  defineRoute('read sandbox engagement', readSandboxEngagement),
  defineRoute('delete sandbox engagement', deleteSandboxEngagement),
];
