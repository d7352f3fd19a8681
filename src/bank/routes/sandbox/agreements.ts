import { sandboxAgreement, sandboxEngagement } from '../../../wire/sandbox/agreement.ts';
import {
  createSandboxAgreement,
  deleteSandboxAgreement,
  listSandboxAgreements,
  readSandboxAgreement,
} from '../../handlers/sandbox/agreements.ts';
import {
  createSandboxEngagement,
  deleteSandboxEngagement,
  readSandboxEngagement,
} from '../../handlers/sandbox/engagements.ts';
import type { Route } from '../route.ts';
import { rowOf } from '../row.ts';
import { READ, WRITE } from './rules.ts';

/** @see D1-sandbox-agreements */
export const AGREEMENT_ROUTES: readonly Route[] = [
  { ...READ, ...rowOf('list sandbox agreements'), handler: listSandboxAgreements },
  {
    ...WRITE,
    ...rowOf('create sandbox agreement'),
    body: () => sandboxAgreement,
    handler: createSandboxAgreement,
  },
  { ...READ, ...rowOf('read sandbox agreement'), handler: readSandboxAgreement },
  { ...WRITE, ...rowOf('delete sandbox agreement'), handler: deleteSandboxAgreement },
  {
    ...WRITE,
    ...rowOf('create sandbox engagement'),
    body: () => sandboxEngagement,
    handler: createSandboxEngagement,
  },
  { ...READ, ...rowOf('read sandbox engagement'), handler: readSandboxEngagement },
  { ...WRITE, ...rowOf('delete sandbox engagement'), handler: deleteSandboxEngagement },
];
