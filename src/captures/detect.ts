import type { Form } from './form.ts';
import { FORMS, formOf, hasCurlWithin } from './forms.ts';
import { excerpt, unreadable } from './unreadable.ts';
import type { Written } from './written.ts';

/**
 * The form of a text, by its beginning.
 * @throws Fault INPUT_INVALID when it is none of those that are read
 * @see C-verify-formats
 */
export function detectForm(given: Written): Form {
  const form = FORMS.find(({ looksLike }) => looksLike(given));
  if (form !== undefined) return form;
  if (hasCurlWithin(given)) return formOf('curl');
  const what =
    given.text === '' ? 'No request found.' : `A request can't begin with ${excerpt(given.firstLine)}.`;
  throw unreadable(
    what,
    'Pass an HTTP request, a curl command, a HAR, or JSON with method, target, headers and bodyBase64.',
  );
}
