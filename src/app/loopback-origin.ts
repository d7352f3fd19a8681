/** Where the program would serve its bank: for absolute links in-process. @see decisions.md §2 Links */
export const WOULD_SERVE_AT = 'https://127.0.0.1:8443';
