import { memberAt } from '../core/json-object.ts';
import { Fault } from '../errors.ts';

/** Finds the scaRedirect in a response of any status. @see I-authentication-4 */
export function findScaRedirect(resource: unknown): string | undefined {
  const href = memberAt(resource, '_links.scaRedirect.href');
  return typeof href === 'string' ? href : undefined;
}

/**
 * Returns the scaRedirect of a response that must have one.
 * @throws Fault ANSWER_INVALID
 */
export function getScaRedirect(resource: unknown): string {
  const link = findScaRedirect(resource);
  if (link !== undefined) return link;
  throw new Fault('ANSWER_INVALID', "The bank's answer has no scaRedirect link for the PSU.", {
    hint: 'Ask the bank.',
  });
}

/**
 * Parses the authorisationId from a link of psd2's own bank, with which the operator plays the PSU.
 * @see S9-link-secret
 */
export function parseAuthorisationLink(link: string): string | undefined {
  return /\/sca\/([^/?#]+)\/[^/?#]+$/.exec(link)?.[1];
}
