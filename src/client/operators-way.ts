import { Fault } from '../errors.ts';
import type { Header } from '../message.ts';
import { readMessages } from '../wire/errors.ts';
import { isOfSandbox, undoesOthers } from '../wire/operations.ts';
import { type Called, type Caller, call } from './call.ts';
import type { CallContext, Operation } from './operation.ts';

/** The TPP itself, and the TPP at its operator's port. */
export type CallersOfBoth = readonly [own: Caller, operators: Caller];

/**
 * At a port of its own the operator may have several worlds: which is meant is said, unless somebody has said another.
 * @see S11-worlds
 */
export function worldHeader(tppIdentity: string): Header {
  const identity = tppIdentity.replace(/[^\x20-\x7e]|%/gu, encodeURIComponent);
  return [WORLD, identity];
}

/** Says which world the operator means. */
export const WORLD = 'PSD2-World';

/**
 * Calls by the TPP's way, and by the operator's what the bank keeps for its operator.
 * @param ofOperator what such a call has; absent where the operator is at no place of its own
 */
export function callerBy(ofOperator: (() => CallContext) | undefined) {
  let isSandboxOperators = false;
  return async <Input, Resource>(
    [own, operators]: CallersOfBoth,
    operation: Operation<Input, Resource>,
    input: Input,
    context: CallContext,
  ): Promise<Called<Resource>> => {
    if (ofOperator === undefined) return call(own, operation, input, context);
    if (!isSandboxOperators || !isOfSandbox(operation)) {
      try {
        return await call(own, operation, input, context);
      } catch (fault) {
        if (!isOperators(operation, fault)) throw fault;
        isSandboxOperators ||= hasNoSuchPath(fault);
      }
    }
    return call(operators, operation, input, ofOperator());
  };
}

/**
 * Whether the bank keeps it for its operator, which only the bank knows: of a world that strangers share, and of the
 * sandbox's paths under production policy.
 * @see S11-shared-world, D12-production-paths
 */
function isOperators(operation: Operation<never, unknown>, fault: unknown): boolean {
  if (isOfSandbox(operation) && hasNoSuchPath(fault)) return true;
  return undoesOthers(operation) && fault instanceof Fault && fault.details.status === 403;
}

/** A resource that isn't there is told by another code. */
function hasNoSuchPath(fault: unknown): boolean {
  if (!(fault instanceof Fault) || fault.details.status !== 404) return false;
  const [message] = readMessages(fault.details.tppMessages);
  return message?.code === 'NOT_FOUND';
}
