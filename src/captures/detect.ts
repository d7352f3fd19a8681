import { foreignCode } from './foreign-code.ts';
import type { Form } from './form.ts';
import { FORMS } from './forms.ts';
import { INVISIBLE, nameInvisible } from './invisible.ts';
import { refuseLostLines } from './lost-lines.ts';
import { excerpt, unreadable } from './unreadable.ts';
import type { Written } from './written.ts';

/** The form that a text begins as; undefined for none. */
export function beginsAs(given: Written): Form | undefined {
  return FORMS.find(({ looksLike }) => looksLike(given));
}

const READ =
  'Pass an HTTP request, a curl command, a fetch call or one of axios, Invoke-WebRequest, a .http file, a HAR, a Postman or Insomnia export, the log of an HTTP client, a packet as Wireshark shows it, headers alone, the answer of a bank, or JSON with method, url, headers and body.';

/**
 * The form of a text, by its beginning, else by what is further on in it.
 * @throws Fault INPUT_INVALID when it is none of those that are read; it names what the text looks like
 * @see C-verify-formats, C-verify-nearest-form
 */
export function detectForm(given: Written): Form {
  const begun = beginsAs(given);
  if (begun !== undefined) return begun;
  const foreign = foreignCode(given.text);
  if (foreign !== undefined) throw unreadable(foreign, READ);
  const form = FORMS.find(({ isWithin }) => isWithin?.(given));
  if (form !== undefined) return form;
  refuseLostLines(given.firstLine);
  const what =
    given.text === ''
      ? 'No request found.'
      : `A request can't begin with ${excerpt(given.firstLine)}.${invisibleIn(given.firstLine)}`;
  throw unreadable(what, READ);
}

function invisibleIn(line: string): string {
  const found = INVISIBLE.exec(line)?.[0];
  return found === undefined ? '' : ` The line has ${nameInvisible(found)}: remove it.`;
}
