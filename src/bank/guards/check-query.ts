import { message } from '../../wire/errors.ts';
import type { Guard } from '../routes/route.ts';

/**
 * Unknown parameters are ignored; which of two was meant can't be known.
 * @see D2-required-query, D2-repeated-query
 * @see D2-repeated-query, D2-required-query
 */
export const checkQuery: Guard = ({ query, route }) => {
  const messages = route.query.flatMap(({ name, holds, expected, isRequired = false }) => {
    const values = query.getAll(name);
    if (isRequired && values.length === 0) {
      return [message('ERROR', 'QUERY_PARAMETER_REQUIRED', `${name} is required: ${expected}`, name)];
    }
    const isWrong = values.some((value) => !holds(value));
    if (!isWrong && values.length < 2) return [];
    const text = isWrong ? `must be ${expected}` : 'appears more than once: send it once';
    return [message('ERROR', 'FORMAT_ERROR', `${name} ${text}`, name)];
  });
  return messages.length === 0 ? undefined : { status: 400, messages };
};
