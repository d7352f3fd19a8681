import { freshId } from '../app/fresh-id.ts';
import { call } from '../client/call.ts';
import type { Operation } from '../client/operation.ts';
import { stopwatch } from '../clock.ts';
import type { Transport } from '../transport/transport.ts';

/**
 * Calls acts of the operator.
 * @throws Fault BANK_REFUSED, BANK_FAILED
 */
export type Operate = <Input, Resource>(
  operation: Operation<Input, Resource>,
  input: Input,
) => Promise<Resource>;

/** What belongs to a TPP and its session: an act has neither. @see D11-not-signed */
const OF_NO_TPP = { acceptFix: '', tppSessionId: '', tppRedirectUri: '', psu: {} };

/** The operator at a bank's door. */
export function operatorAt(transport: Transport, basePath: string): Operate {
  return async (operation, input) => {
    const context = { ...OF_NO_TPP, basePath, requestId: freshId() };
    return (await call({ transport, stopwatch }, operation, input, context)).resource;
  };
}
