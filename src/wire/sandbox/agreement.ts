import type { Links } from '../link.ts';

export interface SandboxAgreement {
  readonly agreementId: string;
  readonly type: 'PRIVATE' | 'CORPORATE';
  readonly ownerNumber: string;
  readonly name: string;
  readonly _links: Links;
}
