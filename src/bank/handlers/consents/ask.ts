import type { Header } from '../../../message.ts';
import { message } from '../../../wire/errors.ts';
import type { ConsentAsked } from '../../../wire/information/consent.ts';
import type { Handler } from '../../routes/route.ts';
import { refuseTooManyOpen, scaRedirect, startAuthorisation } from '../../sca-link.ts';

/** Always a new SCA, whatever is open or consented to. @see D6-consent-calls */
function asking(more: Omit<ConsentAsked, '_links'>, headers: readonly Header[]): Handler {
  return function* (exchange, world) {
    const refusal = yield* refuseTooManyOpen(exchange);
    if (refusal) return refusal;
    const sca = yield* startAuthorisation(exchange, world, { purpose: 'consent' });
    const json: ConsentAsked = { ...more, _links: { scaRedirect: scaRedirect(exchange, sca) } };
    return { status: 201, headers, json };
  };
}

export const askForConsent = asking({}, []);

/** @see I-deprecations */
const TEXT = 'POST /v1/consents is deprecated: send POST /v1/bank-offered-consents instead';

export const askForConsentAsBefore = asking({ tppMessages: [message('WARNING', 'BAD_REQUEST', TEXT)] }, [
  ['Deprecation', 'Mon, 05 Feb 2024 00:00:00 GMT'],
]);
