import type { TppMessage } from '../../wire/errors.ts';
import { OTHERS_IDENTITY } from '../../wire/errors.ts';
import { operationNamed, undoesOthers } from '../../wire/operations.ts';

/** What to do where a bank that strangers share keeps one from another. @see S11-shared-world */
export function hintOfShared(
  operation: string,
  messages: readonly TppMessage[],
  hasOperator: boolean,
): string | undefined {
  const refusal = messages.find(({ code }) => code === 'FORBIDDEN');
  if (refusal === undefined) return undefined;
  if (refusal.text?.includes(OTHERS_IDENTITY) === true) return OTHER_KEY;
  return undoesOthers(operationNamed(operation)) && !hasOperator ? FOR_OPERATOR : undefined;
}

const OTHER_KEY =
  "Use the first key, or a certificate with another organizationIdentifier. The bank's operator can also release this one.";

const FOR_OPERATOR =
  "If it's your bank, serve it with --operator, and set operatorUrl and operatorTokenFile in the profile.";
