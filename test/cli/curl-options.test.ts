import { describe, expect, it } from 'vitest';
import { buildCurlOptions } from '../../src/signatures/signed-request.ts';

describe('what curl needs beside the request [C-curl]', () => {
  it('is nothing where the profile names no file', () => {
    expect(buildCurlOptions({})).toEqual([]);
  });

  it('is each file as a word of the shell; a colon is none of a passphrase', () => {
    expect(
      buildCurlOptions({
        caFile: "/kari's/ca.pem",
        certFile: '/keys/a:b.p12',
        certType: 'P12',
        keyFile: '/keys/my key.pem',
        tokenFile: '/tmp/operator-token',
      }),
    ).toEqual([
      "--cacert '/kari'\\''s/ca.pem'",
      "--cert '/keys/a\\:b.p12'",
      '--cert-type P12',
      "--key '/keys/my key.pem'",
      '-H "Authorization: Bearer $(cat /tmp/operator-token)"',
    ]);
  });
});
