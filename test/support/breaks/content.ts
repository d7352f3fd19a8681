import type { Transports } from '../../../src/breaks/sign-broken.ts';
import { writeHttpDate } from '../../../src/signing/http-date.ts';

/** Date, the names that are signed, the form of Digest. @see G4-breaks */
export const MORE_CONTENT_WAYS: Transports = {
  'date-format/offset': {
    summary: 'Writes Date in local time with +0200 instead of GMT.',
    plan: { dateText: (time) => writeHttpDate(time + 2 * HOUR).replace('GMT', '+0200') },
  },
  'date-format/weekday': {
    summary: "Writes the next day's weekday in Date.",
    plan: { dateText: (time) => writeHttpDate(time + 24 * HOUR).slice(0, 3) + writeHttpDate(time).slice(3) },
  },
  'date-format/other': {
    summary: "Writes Date like C's asctime.",
    plan: {
      dateText: (time) =>
        writeHttpDate(time).replace(/^(\w+), 0?(\d+) (\w+) (\d+) (\S+) GMT$/, (...parts) => {
          const [, weekday, date, month, year, clock] = parts as string[];
          return `${weekday} ${month} ${date?.padStart(2)} ${clock} ${year}`;
        }),
    },
  },
  'digest-format': {
    summary: 'Truncates the hash in Digest.',
    plan: { digestText: (algorithm, hash) => `${algorithm}=${hash.slice(0, -8)}` },
    needs: { digest: true },
  },
  'digest-format/base64url': {
    summary: 'Writes the hash in base64url without padding.',
    plan: { hashAlphabet: (hash) => hash.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') },
    needs: { digest: true },
  },
  'digest-format/wrong-label': {
    summary: 'Names a different algorithm in Digest than the one used.',
    plan: { digestText: (algorithm, hash) => `${algorithm === 'SHA-256' ? 'SHA-512' : 'SHA-256'}=${hash}` },
    needs: { digest: true },
  },
  'digest-format/structured-field': {
    summary: 'Writes the hash between colons, as in RFC 9530.',
    plan: { digestText: (algorithm, hash) => `${algorithm.toLowerCase()}=:${hash}:` },
    needs: { digest: true },
  },
  'digest-format/lower-case': {
    summary: 'Writes the Digest algorithm in lower case.',
    plan: { digestText: (algorithm, hash) => `${algorithm.toLowerCase()}=${hash}` },
    needs: { digest: true },
  },
};

const HOUR = 3_600_000;
