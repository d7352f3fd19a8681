/** What the bank asks for in each request of a payment besides what `sign` adds, as arguments. */
export const ASKED_HEADERS: readonly string[] = [
  'x-accept-fix: amount-as-string',
  'TPP-Session-ID: 6f1d3b5a-2c4e-4f60-8a7b-9c0d1e2f3a4b',
  'TPP-Redirect-URI: https://tpp.example/cb',
  'PSU-IP-Address: 192.0.2.1',
  'PSU-ID: 5a2c1f7e',
].flatMap((header) => ['--header', header]);
