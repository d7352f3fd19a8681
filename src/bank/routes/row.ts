import { operationNamed } from '../../wire/operations.ts';
import type { RouteFacts } from '../route-facts.ts';

/** What the table of operations says of one: the routes add what is the bank's. */
export function rowOf(
  name: string,
): Pick<
  RouteFacts,
  'door' | 'operation' | 'method' | 'path' | 'roles' | 'digestRequired' | 'answersRepeats'
> {
  const { door, method, path, roles, needsDigest, answersRepeats } = operationNamed(name);
  return { door, operation: name, method, path, roles, digestRequired: needsDigest, answersRepeats };
}
