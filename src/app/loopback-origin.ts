/** Where `psd2 serve` serves its bank unless told otherwise: what an exchange in this process shows as its address. */
export const WOULD_SERVE_AT = 'https://127.0.0.1:8443';

/** And the PSU's site: for absolute links in-process. @see D14-site-over-http, D2-links */
export const WOULD_SERVE_SITE_AT = 'http://127.0.0.1:8444';
