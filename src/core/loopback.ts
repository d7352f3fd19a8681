const LOOPBACK = /^(?:localhost|::1|\[::1\]|127(?:\.\d{1,3}){3})$/i;

/** Checks whether a host name or address, as typed or as formatted by `URL`, is a loopback of this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** The default address of `psd2 serve`: in-process exchanges show it as their address. */
export const DEFAULT_BANK_ORIGIN = 'https://127.0.0.1:8443';

/** The default address of the PSU's site: for absolute links in-process. @see D14-site-over-http, D2-links */
export const DEFAULT_SITE_ORIGIN = 'http://127.0.0.1:8444';
