import type { SandboxAgreement, SandboxEngagement } from '../../wire/sandbox/agreement.ts';
import { jsonArray, jsonObject } from '../operation.ts';
import { deleting, inSandbox, onSandbox, withBody } from './sandbox-operation.ts';

export interface AgreementReference {
  readonly mockAgreementId: string;
}

export interface EngagementReference extends AgreementReference {
  readonly mockEngagementId: string;
}

export interface CreateAgreement {
  /** JSON of the request, decisions.md §8 Agreement. */
  readonly body: Uint8Array;
}

export interface CreateEngagement extends AgreementReference {
  /** JSON of one engagement, decisions.md §8 Agreement. */
  readonly body: Uint8Array;
}

/** @see decisions.md §1 Sandbox agreements */
export const listSandboxAgreements = inSandbox<readonly SandboxAgreement[]>(
  'list sandbox agreements',
  jsonArray,
);

/** @see decisions.md §8 Agreement */
export const createSandboxAgreement = withBody<CreateAgreement, SandboxAgreement>('create sandbox agreement');

/** @see decisions.md §1 Sandbox agreements */
export const readSandboxAgreement = onSandbox<AgreementReference, SandboxAgreement>(
  'read sandbox agreement',
  jsonObject,
);

/** Its engagements go with it. @see decisions.md §8 */
export const deleteSandboxAgreement = deleting<AgreementReference>('delete sandbox agreement');

/** @see decisions.md §8 Agreement */
export const createSandboxEngagement = withBody<CreateEngagement, SandboxEngagement>(
  'create sandbox engagement',
);

/** @see decisions.md §1 Sandbox agreements */
export const readSandboxEngagement = onSandbox<EngagementReference, SandboxEngagement>(
  'read sandbox engagement',
  jsonObject,
);

/** @see decisions.md §8 */
export const deleteSandboxEngagement = deleting<EngagementReference>('delete sandbox engagement');
