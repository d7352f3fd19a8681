import { describe, expect, it } from 'vitest';
import { ANY_HEADER, parseHeaders } from '../../src/cli/exchange-flags.ts';
import { Fault } from '../../src/errors.ts';

function refusal(...texts: string[]): { code: string; text: string } {
  try {
    parseHeaders(texts);
  } catch (fault) {
    if (fault instanceof Fault) return { code: fault.code, text: `${fault.message} ${fault.details.hint}` };
  }
  throw new Error(`${texts} was taken`);
}

it('--header of psd2 api takes every name once but those of the connection, the signature and the log of writes [C-api]', () => {
  expect(parseHeaders(['PSU-ID: x', 'x-made-up:1'], ANY_HEADER)).toEqual([
    ['PSU-ID', 'x'],
    ['x-made-up', '1'],
  ]);
  for (const refused of [
    ['date: x'],
    ['HOST: x'],
    ['x-request-id: x'],
    ['expect: x'],
    ['a b: x'],
    ['a: b', 'A: c'],
  ])
    expect(() => parseHeaders(refused, ANY_HEADER)).toThrow(expect.objectContaining({ code: 'USAGE' }));
});

describe('--header [C-header]', () => {
  it.each([
    ['psu-user-agent: Mozilla/5.0 (X11; rv:1)', ['PSU-User-Agent', 'Mozilla/5.0 (X11; rv:1)']],
    ['Accept-Language:nb', ['Accept-Language', 'nb']],
    ['PSU-Geo-Location:\tGEO:59.9,10.7 ', ['PSU-Geo-Location', 'GEO:59.9,10.7']],
  ])('takes %s, spelled as the interface does', (text, header) => {
    expect(parseHeaders([text])).toEqual([header]);
  });

  it.each([
    ['X-Request-ID: mine', `--header can't set "X-Request-ID".`],
    ['PSU-ID: a6920608-8f02-4bdb-8114-fa4632dbdfa4', `--header can't set "PSU-ID".`],
    ['PSU-Accept-Anything: x', `--header can't set "PSU-Accept-Anything".`],
    [' PSU-Accept: x', `--header can't set " PSU-Accept".`],
    ['PSU-Accept', '--header "PSU-Accept" has no colon'],
    ['PSU-Accept:  ', '--header PSU-Accept has no value.'],
    ['PSU-Accept: a\r\nPSU-ID: b', '--header PSU-Accept must be printable ASCII on one line.'],
    ['PSU-Accept: a\n', '--header PSU-Accept must be printable ASCII on one line.'],
    ['PSU-User-Agent: blå', '--header PSU-User-Agent must be printable ASCII on one line.'],
    ['PSU-User-Agent: a\u0000b', '--header PSU-User-Agent must be printable ASCII on one line.'],
  ])('refuses %j', (text, message) => {
    const said = refusal(text);
    expect(said.code).toBe('USAGE');
    expect(said.text).toContain(message);
  });

  it('lists what it can set, and takes each once', () => {
    expect(refusal('Cookie: a=b').text.split('\n').slice(1)).toEqual([
      ...['Redirect-Preferred', 'Brand-Logging-Information', 'Explicit-Authorisation-Preferred'].map(
        (name) => `TPP-${name}`,
      ),
      'TPP-Rejection-NoFunds-Preferred',
      ...['IP-Port', 'User-Agent', 'Accept', 'Accept-Charset', 'Accept-Encoding', 'Accept-Language'].map(
        (name) => `PSU-${name}`,
      ),
      ...['PSU-HTTP-Method', 'PSU-Device-ID', 'PSU-Geo-Location', 'Accept-Language'],
    ]);
    expect(refusal('PSU-Accept: a', 'psu-accept: b').text).toContain('--header PSU-Accept is given twice.');
  });
});
