import { message } from '../../wire/errors.ts';
import { HEADER_FORMATS } from '../../wire/request-headers.ts';
import type { Guard } from '../routes/route.ts';

/** Headers are checked wherever they are sent, asked for or not. @see decisions.md §3 */
export const checkHeaderFormats: Guard = (exchange) => {
  const faults = HEADER_FORMATS.filter(({ name, holds }) => {
    const value = exchange.header(name);
    return value !== undefined && !holds(value);
  });
  if (faults.length === 0) return undefined;
  return {
    status: 400,
    messages: faults.map(({ name, expected }) =>
      message('ERROR', 'FORMAT_ERROR', `${name} must be ${expected}`, name),
    ),
  };
};
