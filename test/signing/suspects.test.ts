import { describe, expect, it } from 'vitest';
import { listSuspects } from '../../src/signing/check-signature.ts';

const lines = ['date', 'digest', 'psu-id', 'host', 'x-request-id'].map((name) => ({ name, value: 'v' }));
const headers = (suspects: ReturnType<typeof listSuspects>) => suspects.map(({ header }) => header);

describe('what is suspected where nothing is proved [G3-never-false]', () => {
  it('begins with what nothing confirms, then what the body and the search confirm, then how the string is built', () => {
    const suspects = listSuspects(lines, { isDigestRight: true, isSearched: true });
    expect(headers(suspects)).toEqual(['x-request-id', 'psu-id', 'host', 'digest', 'date', undefined]);
    expect(suspects.map(({ reason }) => reason)).toEqual([
      'Nothing else in the request confirms X-Request-ID.',
      'Nothing else in the request confirms PSU-ID.',
      'Nothing else in the request confirms Host.',
      'Digest matches the body, but both may have been changed together.',
      'No Date within 24 hours explains it, but another might.',
      "The string may have been built in a way this search doesn't know.",
    ]);
  });

  it('claims nothing of a search that ended early, or of a Digest that is not of the body', () => {
    const reasons = listSuspects(lines, { isDigestRight: false, isSearched: false }).map(
      ({ reason }) => reason,
    );
    expect(reasons.slice(3, 5)).toEqual([
      'Nothing else in the request confirms Digest.',
      'Nothing else in the request confirms Date.',
    ]);
  });
});
