import type { SandboxAgreementRequest } from '../../../wire/sandbox/agreement.ts';
import { answerAdded, refuse, refuseBody, unknownResource } from '../../answer.ts';
import { ownerFaults } from '../../domain/engagement.ts';
import { naturalKey } from '../../domain/ids.ts';
import type { Agreement, Engagement } from '../../domain/world.ts';
import type { Handler } from '../../routes/route.ts';
import {
  findAgreement,
  findNamedCustomer,
  insertAgreement,
  listAgreements,
  listEngagements,
  listEngagementsOf,
  removeAgreement,
} from '../../store/tables/customers.ts';
import { removeConsentsIn } from '../../store/tables/psus.ts';
import { engage, findEngaged } from './engage.ts';
import { byCustomer, inOrder } from './in-order.ts';
import { newId } from './new-id.ts';
import { agreementHref, presentAgreement } from './present-agreement.ts';

/** @see D1-sandbox-agreements, D8-agreement-shape */
export const listSandboxAgreements: Handler = function* (exchange) {
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
export const createSandboxAgreement: Handler = function* (exchange, world) {
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
export const readSandboxAgreement: Handler = function* (exchange) {
  const agreement = yield* findAgreement(exchange.param('mockAgreementId'));
  if (!agreement) return unknownResource('agreement');
  const engagements = yield* listEngagementsOf(agreement.agreementId);
  return { status: 200, json: presentAgreement(exchange, agreement, engagements) };
};

/**
 * Its engagements and the consents that were given in it go with it. What hangs on it is looked at when somebody wants to go on with it.
 * @see D8-delete-agreement
 */
export const deleteSandboxAgreement: Handler = function* (exchange) {
  const agreement = yield* findAgreement(exchange.param('mockAgreementId'));
  if (!agreement) return unknownResource('agreement');
  if (agreement.type === 'PRIVATE') {
    return refuse(409, 'CONFLICT', 'a private agreement is deleted with its customer: delete the customer');
  }
  yield* removeConsentsIn(agreement.agreementId);
  yield* removeAgreement(agreement.agreementId);
  return { status: 204 };
};
