const LOOPBACK = /^(?:localhost|::1|\[::1\]|127(?:\.\d{1,3}){3})$/i;

/** Tells whether a host name or address, as typed or as `URL` writes it, is only this machine's. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Where `psd2 serve` serves its bank unless told otherwise: what an exchange in this process shows as its address. */
export const DEFAULT_BANK_ORIGIN = 'https://127.0.0.1:8443';

/** And the PSU's site: for absolute links in-process. @see D14-site-over-http, D2-links */
export const DEFAULT_SITE_ORIGIN = 'http://127.0.0.1:8444';
