import { operationNamed } from '../../wire/operations.ts';
import { type Requirements, requirementsOf } from '../../wire/required-headers.ts';
import type { RouteFacts } from '../exchange.ts';

/** What the table of operations says of one: the routes add what is the bank's. */
export function rowOf(
  name: string,
): Pick<
  RouteFacts,
  'door' | 'operation' | 'method' | 'path' | 'roles' | 'digestRequired' | 'answersRepeats'
> &
  Requirements {
  const operation = operationNamed(name);
  const { door, method, path, roles, needsDigest: digestRequired, answersRepeats } = operation;
  const facts = { door, operation: name, method, path, roles, digestRequired, answersRepeats };
  return { ...facts, ...requirementsOf(operation) };
}
