import { findOnce, type Op } from '../../../store/contract.ts';
import { AGREEMENT_ROLES } from '../../../values/agreement-roles.ts';
import { isPossiblyLivingPerson } from '../../../values/identity-number.ts';
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
import {
  createAddedResult,
  createOkResult,
  NO_CONTENT,
  refuse,
  refuseBody,
  refuseUnknownResource,
} from '../../answer.ts';
import { deleteCustomer } from '../../deletions.ts';
import { buildNaturalKey, deriveIdOfUse } from '../../domain/ids.ts';
import {
  type Agreement,
  type Customer,
  checkEngagement,
  checkOwner,
  createRepeatedFault,
  type Engagement,
  type EngagementFault,
  type EngagementParties,
} from '../../domain/world.ts';
import type { RequestContext } from '../../request-context.ts';
import {
  createReadHandler,
  createResourceHandler,
  defineRoute,
  type Handler,
  type Route,
  requireFound,
} from '../../routes/route.ts';
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
  listAgreementEngagements,
  listAgreements,
  listCustomers,
  listEngagements,
  type NewEngagement,
  removeAgreement,
  removeEngagement,
} from '../../store/tables/customers.ts';
import { countUses } from '../../store/tables/numbers.ts';
import { removeConsentsIn } from '../../store/tables/psus.ts';
import type { BankState } from '../../store/tables/world.ts';
import { createId, sortByCustomer, sortByNames } from './resources.ts';

/** Formats a customer with its links. @see I-sandbox-customer */
export function formatCustomer(exchange: RequestContext, customer: Customer): SandboxCustomer {
  const self = link(buildCustomerHref(exchange, customer.customerId), 'GET', 'DELETE');
  return { ...customer, _links: { self } };
}

function buildCustomerHref(exchange: RequestContext, customerId: string): string {
  return exchange.href(`/v1/sandbox/customers/${customerId}`);
}

/** Lists all customers as a top-level array of the single shape. @see D8-lists, D8-list-order */
const listSandboxCustomers: Handler = function* (exchange) {
  const sorted = sortByNames(yield* listCustomers(), ({ customerNumber }) => [customerNumber]);
  return createOkResult(sorted.map((customer) => formatCustomer(exchange, customer)));
};

/** Creates a customer. @see I-sandbox-customer-create, D8-number-taken */
const createSandboxCustomer: Handler = function* (exchange) {
  const { customerNumber, name, type } = exchange.body as SandboxCustomerRequest;
  if ((yield* findCustomerType(customerNumber)) !== undefined) {
    return refuse(409, 'CONFLICT', 'this customerNumber is taken: send another one', 'customerNumber');
  }
  const customer: Customer = {
    customerId: yield* createId(exchange.world, buildNaturalKey('customer', customerNumber)),
    customerNumber,
    customerType: type,
    customerName: name,
  };
  yield* insertCustomer(customer);
  if (type === 'PRIVATE') {
    const agreementId = yield* createId(exchange.world, buildNaturalKey('agreement', customerNumber, name));
    yield* insertAgreement({ agreementId, type, ownerNumber: customerNumber, name });
  }
  const json: SandboxCustomer = {
    ...formatCustomer(exchange, customer),
    tppMessages: isPossiblyLivingPerson(customerNumber) ? LIVING_PERSON : undefined,
  };
  return createAddedResult(buildCustomerHref(exchange, customer.customerId), json);
};

/** The warning for a customer number. @see D8-living-person */
const LIVING_PERSON: readonly TppMessage[] = [
  message(
    'WARNING',
    'FORMAT_ERROR',
    "customerNumber may be a living person's national identity number: use one with 40 or 80 added to the month",
    'customerNumber',
  ),
];

/** Returns one customer. @see D1-sandbox-customers */
const readSandboxCustomer = createReadHandler('customer', findCustomerOfPath, formatCustomer);

function findCustomerOfPath(exchange: RequestContext): Op<Customer | undefined> {
  return findCustomer(exchange.param('customerId'));
}

/** Deletes a customer. @see D8-deleting-customer */
const deleteSandboxCustomer = createResourceHandler(
  requireFound('customer', findCustomerOfPath),
  function* ({ world }, { customerNumber }) {
    yield* deleteCustomer(world, customerNumber);
    return NO_CONTENT;
  },
);

/** The routes of sandbox customers. @see D1-sandbox-customers */
export const CUSTOMER_ROUTES: readonly Route[] = [
  defineRoute('list sandbox customers', listSandboxCustomers),
  defineRoute('create sandbox customer', createSandboxCustomer, { body: () => sandboxCustomer }),
  defineRoute('read sandbox customer', readSandboxCustomer),
  defineRoute('delete sandbox customer', deleteSandboxCustomer),
];

function buildAgreementHref(exchange: RequestContext, agreementId: string): string {
  return exchange.href(`/v1/sandbox/agreements/${agreementId}`);
}

function buildEngagementHref(exchange: RequestContext, agreementId: string, engagementId: string): string {
  return `${buildAgreementHref(exchange, agreementId)}/engagements/${engagementId}`;
}

/** Formats an agreement with its engagements. @see D8-agreement-shape */
export function formatAgreement(
  exchange: RequestContext,
  agreement: Agreement,
  engagements: readonly Engagement[],
): SandboxAgreement {
  const { agreementId, type, ownerNumber, name } = agreement;
  return {
    agreementId,
    type,
    owner: ownerNumber,
    name,
    engagements: engagements.map((engagement) => formatEngagement(exchange, engagement)),
    _links: buildAgreementLinks(exchange, agreement),
  };
}

/**
 * Builds the links of an agreement. A private agreement is created and deleted with its customer.
 * @see D8-private-agreement
 */
function buildAgreementLinks(exchange: RequestContext, { agreementId, type }: Agreement): Links {
  const self = buildAgreementHref(exchange, agreementId);
  return type === 'PRIVATE'
    ? { self: link(self, 'GET') }
    : { self: link(self, 'GET', 'DELETE'), engagements: link(`${self}/engagements`, 'POST') };
}

/** Formats an engagement. @see D8-agreement-shape */
function formatEngagement(
  exchange: RequestContext,
  { agreementId, engagementId, customerNumber, iban, roles, registerLimit, approvalLimit }: Engagement,
): SandboxEngagement {
  const self = buildEngagementHref(exchange, agreementId, engagementId);
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

const loadAgreement = requireFound('agreement', (exchange) =>
  findAgreement(exchange.param('mockAgreementId')),
);

/** Lists all agreements. @see D1-sandbox-agreements, D8-agreement-shape */
const listSandboxAgreements: Handler = function* (exchange) {
  const agreements = yield* listAgreements();
  const engaged = new Map<string, Engagement[]>(agreements.map(({ agreementId }) => [agreementId, []]));
  for (const engagement of yield* listEngagements()) {
    engaged.get(engagement.agreementId)?.push(engagement);
  }
  const sorted = sortByNames(agreements, ({ ownerNumber, name, agreementId }) => {
    return [ownerNumber, name, agreementId];
  });
  return createOkResult(
    sorted.map((one) => formatAgreement(exchange, one, engaged.get(one.agreementId) ?? [])),
  );
};

/** Creates an agreement. @see D8-agreement-members */
const createSandboxAgreement: Handler = function* (exchange) {
  const { owner: asked, name, engagements = [] } = exchange.body as SandboxAgreementRequest;
  const owner = yield* findNamedCustomer(asked);
  const placeOf = (index: number) => `engagements[${index}].`;
  const { found, faults } = yield* findEngaged(engagements, owner?.customerNumber, placeOf);
  const all = [...checkOwner(owner), ...faults];
  if (owner === undefined || all.length > 0) return refuseBody(all);
  const ownerNumber = owner.customerNumber;
  const agreementId = yield* createId(exchange.world, buildNaturalKey('agreement', ownerNumber, name));
  const agreement: Agreement = { agreementId, type: 'CORPORATE', ownerNumber, name };
  yield* insertAgreement(agreement);
  const made = yield* engage(exchange.world, agreementId, found);
  return createAddedResult(
    buildAgreementHref(exchange, agreementId),
    formatAgreement(exchange, agreement, sortByCustomer(made)),
  );
};

/** Returns one agreement. @see D1-sandbox-agreements */
const readSandboxAgreement = createResourceHandler(loadAgreement, function* (exchange, agreement) {
  const engagements = yield* listAgreementEngagements(agreement.agreementId);
  return createOkResult(formatAgreement(exchange, agreement, engagements));
});

/**
 * Deletes an agreement with its engagements and consents. Payments and SCAs that depend on it are checked at their next
 * use.
 * @see D8-delete-agreement
 */
const deleteSandboxAgreement = createResourceHandler(loadAgreement, function* (_exchange, agreement) {
  if (agreement.type === 'PRIVATE') {
    return refuse(409, 'CONFLICT', 'a private agreement is deleted with its customer: delete the customer');
  }
  yield* removeConsentsIn(agreement.agreementId);
  yield* removeAgreement(agreement.agreementId);
  return NO_CONTENT;
});

/** A requested engagement with its customer and account. */
interface Found extends EngagementParties {
  readonly asked: SandboxEngagementRequest;
}

interface LookupResult {
  readonly found: readonly Found[];
  readonly faults: readonly EngagementFault[];
}

/**
 * Finds the customers and accounts of engagements, or their faults.
 * @param owner the customerNumber of the agreement's owner; absent if the owner is unknown
 * @param placeOf returns the path of an engagement in the body
 */
function* findEngaged(
  engagements: readonly SandboxEngagementRequest[],
  owner: string | undefined,
  placeOf: (index: number) => string,
): Op<LookupResult> {
  // Many engagements refer to few customers and accounts.
  const customerOf = findOnce(findNamedCustomer);
  const accountOf = findOnce(findAccountOfIban);
  const found: Found[] = [];
  const faults: EngagementFault[] = [];
  const places = new Map<string, string>();
  for (const [index, asked] of engagements.entries()) {
    const customer = yield* customerOf(asked.customer);
    const account = yield* accountOf(asked.account.iban);
    const at = placeOf(index);
    faults.push(...checkEngagement({ customerNumber: customer?.customerNumber, account, owner }, at));
    if (customer === undefined || account === undefined) continue;
    const { customerNumber } = customer;
    const pair = JSON.stringify([customerNumber, account.id]);
    const first = places.get(pair);
    if (first === undefined) places.set(pair, at);
    else faults.push(createRepeatedFault(at, first));
    found.push({ asked, customerNumber, account });
  }
  return { found, faults };
}

/** Stores engagements of an agreement. */
function* engage(world: BankState, agreementId: string, found: readonly Found[]): Op<readonly Engagement[]> {
  const keyOf = ({ customerNumber, account }: Found) =>
    buildNaturalKey('engagement', agreementId, customerNumber, account.id);
  const uses = yield* countUses(found.map(keyOf));
  const made = found.map((one): NewEngagement & Engagement => {
    const { asked, customerNumber, account } = one;
    const { registerLimit, approvalLimit } = asked;
    const key = keyOf(one);
    const engagementId = deriveIdOfUse(world.seed, key, uses(key));
    const roles = AGREEMENT_ROLES.filter((role) => asked.roles.includes(role));
    return {
      ...{ engagementId, agreementId, customerNumber, account: account.id, iban: account.iban },
      ...{ roles, registerLimit, approvalLimit },
    };
  });
  yield* insertEngagements(made);
  return made;
}

/** Creates an engagement. @see D8-engagement-members */
const createSandboxEngagement = createResourceHandler(loadAgreement, function* (exchange, agreement) {
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
  const [made] = yield* engage(exchange.world, agreementId, found);
  if (made === undefined) throw new Error("an engagement wasn't created");
  const href = buildEngagementHref(exchange, agreementId, made.engagementId);
  return createAddedResult(href, formatEngagement(exchange, made));
});

/** Returns one engagement. @see D1-sandbox-agreements */
const readSandboxEngagement = createReadHandler(
  'engagement',
  (exchange) => findEngagement(exchange.param('mockAgreementId'), exchange.param('mockEngagementId')),
  formatEngagement,
);

/** Deletes an engagement. @see D8-delete-agreement */
const deleteSandboxEngagement: Handler = function* (exchange) {
  const agreementId = exchange.param('mockAgreementId');
  const isGone = yield* removeEngagement(agreementId, exchange.param('mockEngagementId'));
  return isGone ? NO_CONTENT : refuseUnknownResource('engagement');
};

/** The routes of agreements and engagements. @see D1-sandbox-agreements */
export const AGREEMENT_ROUTES: readonly Route[] = [
  defineRoute('list sandbox agreements', listSandboxAgreements),
  defineRoute('create sandbox agreement', createSandboxAgreement, { body: () => sandboxAgreement }),
  defineRoute('read sandbox agreement', readSandboxAgreement),
  defineRoute('delete sandbox agreement', deleteSandboxAgreement),
  defineRoute('create sandbox engagement', createSandboxEngagement, { body: () => sandboxEngagement }),
  defineRoute('read sandbox engagement', readSandboxEngagement),
  defineRoute('delete sandbox engagement', deleteSandboxEngagement),
];
