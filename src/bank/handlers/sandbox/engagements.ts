import type { SandboxEngagementRequest } from '../../../wire/sandbox/agreement.ts';
import { answerAdded, refuse, refuseBody, unknownResource } from '../../answer.ts';
import type { Handler } from '../../routes/route.ts';
import { findAgreement, findEngagement, isEngaged, removeEngagement } from '../../store/tables/customers.ts';
import { engage, findEngaged } from './engage.ts';
import { engagementHref, presentEngagement } from './present-agreement.ts';

/** @see D8-engagement-members */
export const createSandboxEngagement: Handler = function* (exchange, world) {
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
export const readSandboxEngagement: Handler = function* (exchange) {
  const agreementId = exchange.param('mockAgreementId');
  const engagement = yield* findEngagement(agreementId, exchange.param('mockEngagementId'));
  if (!engagement) return unknownResource('engagement');
  return { status: 200, json: presentEngagement(exchange, engagement) };
};

/** @see D8-delete-agreement */
export const deleteSandboxEngagement: Handler = function* (exchange) {
  const agreementId = exchange.param('mockAgreementId');
  const isGone = yield* removeEngagement(agreementId, exchange.param('mockEngagementId'));
  return isGone ? { status: 204 } : unknownResource('engagement');
};
