import type { FeeInformation } from '../wire/instant-payment.ts';
import { JSON_BODY, type Operation, pathOf, rowOf, sessionHeaders } from './operation.ts';
import { KINDS } from './payment-kind.ts';

export interface AskFees {
  /** The exact bytes to send. */
  readonly body: Uint8Array;
}

/** @see D1-fee-information, D4-instant-body */
export const readFeeInformation: Operation<AskFees, FeeInformation> = {
  ...rowOf<FeeInformation>('read fee information'),
  request: ({ body }, context) => ({
    method: readFeeInformation.method,
    target: pathOf(context, readFeeInformation.path, KINDS.instant),
    headers: [...sessionHeaders(context), JSON_BODY],
    body,
  }),
};
