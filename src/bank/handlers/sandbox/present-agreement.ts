import { type Links, link } from '../../../wire/link.ts';
import type { SandboxAgreement, SandboxEngagement } from '../../../wire/sandbox/agreement.ts';
import type { Agreement, Engagement } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';

export function agreementHref(exchange: Exchange, agreementId: string): string {
  return exchange.href(`/v1/sandbox/agreements/${agreementId}`);
}

export function engagementHref(exchange: Exchange, agreementId: string, engagementId: string): string {
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
export function presentEngagement(
  exchange: Exchange,
  { agreementId, engagementId, customerNumber, iban, roles, registerLimit, approvalLimit }: Engagement,
): SandboxEngagement {
  const self = engagementHref(exchange, agreementId, engagementId);
  return {
    engagementId,
    customer: customerNumber,
    account: { iban },
    roles,
    ...(registerLimit === undefined ? {} : { registerLimit }),
    ...(approvalLimit === undefined ? {} : { approvalLimit }),
    _links: { self: link(self, 'GET', 'DELETE') },
  };
}
