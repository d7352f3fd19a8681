import { message } from '../../wire/errors.ts';
import type { Guard } from '../routes/route.ts';

/** Unknown parameters are ignored. @see decisions.md §2, order of checks: query */
export const checkQuery: Guard = ({ query, route }) => {
  const faults = route.query.filter(({ name, holds }) => query.getAll(name).some((value) => !holds(value)));
  if (faults.length === 0) return undefined;
  return {
    status: 400,
    messages: faults.map(({ name, expected }) =>
      message('ERROR', 'FORMAT_ERROR', `${name} must be ${expected}`, name),
    ),
  };
};
