const ALWAYS = ['Date', 'X-Request-ID', 'TPP-Signature-Certificate', 'Signature'];
export const OF_PAYMENTS = ['x-accept-fix', 'TPP-Session-ID', 'TPP-Redirect-URI'];

/** The row 'every other payment and basket operation'. @see D3-payment-operations */
export function requiredHeaders(method: string): string[] {
  return [...ALWAYS, ...OF_PAYMENTS, ...(method === 'GET' ? [] : ['PSU-IP-Address'])];
}

/** Headers that such an operation looks at, with a value that none of them may have. */
export const malformedHeaders: readonly (readonly [string, string])[] = [
  ['TPP-Session-ID', 'two words'],
  ['TPP-Redirect-URI', 'javascript:alert(1)'],
  ['TPP-Redirect-URI', 'https://tpp.example/cb#fragment'],
  ['TPP-Redirect-Preferred', 'yes'],
  ['PSU-ID', 'nobody'],
  ['PSU-IP-Address', '192.0.2.256'],
  ['PSU-Context', 'private'],
];
