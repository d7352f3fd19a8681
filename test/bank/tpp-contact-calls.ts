import type { Send } from '../support/bank.ts';

/** The TPP of the tests, as paths name it. */
export const OWN = 'NO-FSA-39999990';

/** A request about a TPP's contact, with the headers that it needs and no others. */
export function contact(method: 'PUT' | 'GET' | 'DELETE', what: Send = {}, tppId = OWN): Send {
  const { headers, ...rest } = what;
  const none = {
    'x-accept-fix': null,
    'TPP-Session-ID': null,
    'TPP-Redirect-URI': null,
    'PSU-Context': null,
    'PSU-IP-Address': null,
  };
  return {
    method,
    path: `/v1/tpps/${encodeURIComponent(tppId)}/contact-information`,
    headers: { ...none, ...headers },
    ...rest,
  };
}
