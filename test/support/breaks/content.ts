import { writeHttpDate } from '../../../src/signing/http-date.ts';
import type { MoreWays } from './every-way.ts';

/** Date, the names that are signed, the form of Digest. @see G4-breaks */
export const MORE_CONTENT_WAYS: MoreWays = {
  'date-format/offset': {
    plan: { dateText: (time) => writeHttpDate(time + 2 * HOUR).replace('GMT', '+0200') },
  },
  'date-format/weekday': {
    plan: { dateText: (time) => writeHttpDate(time + 24 * HOUR).slice(0, 3) + writeHttpDate(time).slice(3) },
  },
  'date-format/other': {
    plan: {
      dateText: (time) =>
        writeHttpDate(time).replace(/^(\w+), 0?(\d+) (\w+) (\d+) (\S+) GMT$/, (...parts) => {
          const [, weekday, date, month, year, clock] = parts as string[];
          return `${weekday} ${month} ${date?.padStart(2)} ${clock} ${year}`;
        }),
    },
  },
  'digest-format': {
    plan: { digestText: (algorithm, hash) => `${algorithm}=${hash.slice(0, -8)}` },
    needs: { digest: true },
  },
  'digest-format/base64url': {
    plan: { hashAlphabet: (hash) => hash.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') },
    needs: { digest: true },
  },
  'digest-format/wrong-label': {
    plan: { digestText: (algorithm, hash) => `${algorithm === 'SHA-256' ? 'SHA-512' : 'SHA-256'}=${hash}` },
    needs: { digest: true },
  },
  'digest-format/structured-field': {
    plan: { digestText: (algorithm, hash) => `${algorithm.toLowerCase()}=:${hash}:` },
    needs: { digest: true },
  },
  'digest-format/lower-case': {
    plan: { digestText: (algorithm, hash) => `${algorithm.toLowerCase()}=${hash}` },
    needs: { digest: true },
  },
};

const HOUR = 3_600_000;
