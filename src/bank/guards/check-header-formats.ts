import { message } from '../../wire/errors.ts';
import { HEADER_FORMATS } from '../../wire/request-headers.ts';
import type { Guard } from '../routes/route.ts';

/** Headers are checked wherever they are sent, asked for or not. @see D3-header-formats */
export const checkHeaderFormats: Guard = (exchange) => {
  const messages = HEADER_FORMATS.flatMap(({ name, holds, expected, hintOf }) => {
    const value = exchange.header(name);
    if (value === undefined || holds(value)) return [];
    const hint = hintOf?.(value);
    const text = `${name} must be ${expected}${hint === undefined ? '' : `: ${hint}`}`;
    return [message('ERROR', 'FORMAT_ERROR', text, name)];
  });
  return messages.length === 0 ? undefined : { status: 400, messages };
};
