import type { SandboxAgreement, SandboxEngagement } from '../../wire/sandbox/agreement.ts';
import { onSandbox, withBody } from './sandbox-operation.ts';

export interface AgreementReference {
  readonly mockAgreementId: string;
}

export interface EngagementReference extends AgreementReference {
  readonly mockEngagementId: string;
}

export interface CreateAgreement {
  /** JSON of the request, D8-agreement-members. */
  readonly body: Uint8Array;
}

export interface CreateEngagement extends AgreementReference {
  /** JSON of one engagement, D8-agreement-members. */
  readonly body: Uint8Array;
}

/** @see D1-sandbox-agreements */
export const listSandboxAgreements = onSandbox<void, readonly SandboxAgreement[]>('list sandbox agreements');

/** @see D8-agreement-members */
export const createSandboxAgreement = withBody<CreateAgreement, SandboxAgreement>('create sandbox agreement');

/** @see D1-sandbox-agreements */
export const readSandboxAgreement = onSandbox<AgreementReference, SandboxAgreement>('read sandbox agreement');

/** Its engagements go with it. @see D8-delete-agreement */
export const deleteSandboxAgreement = onSandbox<AgreementReference, Record<string, never>>(
  'delete sandbox agreement',
);

/** @see D8-agreement-members */
export const createSandboxEngagement = withBody<CreateEngagement, SandboxEngagement>(
  'create sandbox engagement',
);

/** @see D1-sandbox-agreements */
export const readSandboxEngagement = onSandbox<EngagementReference, SandboxEngagement>(
  'read sandbox engagement',
);

/** @see D8-delete-agreement */
export const deleteSandboxEngagement = onSandbox<EngagementReference, Record<string, never>>(
  'delete sandbox engagement',
);
