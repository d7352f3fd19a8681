const LOOPBACK = /^(?:localhost|::1|\[::1\]|127(?:\.\d{1,3}){3})$/i;

/** Tells whether a host name or address, as typed or as `URL` writes it, is only this machine's. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
