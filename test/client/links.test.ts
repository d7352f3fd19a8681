import { describe, expect, it } from 'vitest';
import { parseAuthorisationId } from '../../src/client/payments.ts';
import { resolveLink, resolvePath } from '../../src/client/resolve-link.ts';

const AUTHORISATIONS = '/v1/payments/norwegian-domestic-credit-transfers/p/authorisations';

describe('the id of a started authorisation [D2-sca-status-link]', () => {
  const idIn = (href: string) =>
    parseAuthorisationId({ scaStatus: { href, verbs: ['GET'] } }, { basePath: '' });

  it('is the last segment of the link to its status', () => {
    expect(idIn(`${AUTHORISATIONS}/enc!!a%3D%3D`)).toBe('enc!!a==');
  });

  it.each(['', '/', '/a/b', '/a?x=1', '/%zz'])('is none in the link that ends with %j', (end) => {
    expect(() => idIn(AUTHORISATIONS + end)).toThrow(expect.objectContaining({ code: 'ANSWER_INVALID' }));
  });

  it('is none where there is no such link', () => {
    expect(() => parseAuthorisationId({}, { basePath: '' })).toThrow(
      expect.objectContaining({ code: 'ANSWER_INVALID' }),
    );
  });
});

describe('a link of the bank [S10-links-followed]', () => {
  const to = (href: string) =>
    resolveLink('next', { href, verbs: ['GET'] }, { origin: 'https://bank.example', basePath: '/api' });

  it.each([
    ['/api/v1/accounts?page=2', '/api/v1/accounts?page=2'],
    ['https://bank.example:443/api/v1/accounts', '/api/v1/accounts'],
  ])('%s is followed', (href, target) => {
    expect(to(href)).toBe(target);
  });

  it.each([
    ...['https://evil.example/api/v1/accounts', '//evil.example/api/v1/accounts'],
    ...['https://bank.example:8443/api/v1/accounts', 'http://bank.example/api/v1/accounts'],
    ...['https://bank.example.evil.example/api/v1', '/apixyz/v1/accounts', '/api/%2e%2e/v1/accounts'],
    ...['/api/..%2fevil/v1', '/api/..;/evil/v1', 'file:///api/v1'],
  ])('%s is not', (href) => {
    expect(() => to(href)).toThrow(
      expect.objectContaining({
        code: 'ANSWER_INVALID',
        message: expect.stringContaining(`${href}, wasn't followed`),
      }),
    );
  });
});

describe('a path that a user wrote [C-api-below]', () => {
  const place = { origin: 'https://bank.example', basePath: '/api' };

  it.each([
    ['/v1/accounts?withBalance=true', '/api/v1/accounts?withBalance=true'],
    ['/api/v1/accounts/a%2Fb', '/api/v1/accounts/a%2Fb'],
    ['https://bank.example/api/v1/user/', '/api/v1/user/'],
    ['/v1/accounts?from=../..//x', '/api/v1/accounts?from=../..//x'],
  ])('%s is below the base URL', (written, target) => {
    expect(resolvePath(written, place)).toBe(target);
  });

  it.each([
    ...[
      'https://evil.example/v1/user',
      'https://bank.example.evil.example/api/v1',
      'https://bank.example/v1/user',
    ],
    ...[
      'https://bank.example@evil.example/api/v1/user',
      'http://bank.example/api/v1/user',
      'v1/user',
      '.evil.example',
    ],
    ...[
      '//evil.example/v1',
      '/v1//user',
      '/api//evil.example',
      '/\\\\evil.example',
      '/v1/..',
      '/v1/../../operator',
      '/./v1',
      '/..;x=1/operator',
    ],
    ...['/v1/%2e%2e/x', '/v1/%2E%2e%2foperator', '/v1/a%2f..%5c..%2fb', '/%2f%2fevil.example', '/v1/%zz'],
    ...[
      '/v1/user#x',
      '/v1/us er',
      '/v1/user\r\nHost: evil.example',
      '/v1/\tuser',
      '/v1/bjørn',
      '',
      '@evil.example/',
    ],
  ])('%j is refused before anything is sent', (written) => {
    for (const base of [place, { ...place, basePath: '' }, { basePath: '' }]) {
      // Where the base has no path, this one is below it.
      if (base.basePath === '' && written === 'https://bank.example/v1/user') continue;
      expect(() => resolvePath(written, base)).toThrow(expect.objectContaining({ code: 'USAGE' }));
    }
  });
});
