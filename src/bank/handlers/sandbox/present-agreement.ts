import { link } from '../../../wire/link.ts';
import type { SandboxAgreement } from '../../../wire/sandbox/agreement.ts';
import type { Agreement } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';

export function presentAgreement(exchange: Exchange, agreement: Agreement): SandboxAgreement {
  const { agreementId, type, ownerNumber, name } = agreement;
  const self = link(exchange.href(`/v1/sandbox/agreements/${agreementId}`), 'GET', 'DELETE');
  return { agreementId, type, ownerNumber, name, _links: { self } };
}
