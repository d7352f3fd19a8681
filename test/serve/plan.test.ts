import { describe, expect, it } from 'vitest';
import type { ServeInput } from '../../src/serve/flags.ts';
import { parseServeOptions } from '../../src/serve/plan.ts';

const GIVEN: ServeInput = {
  port: 8443,
  host: '127.0.0.1',
  operator: false,
  terseErrors: false,
  signResponses: false,
  ...({ policy: 'sandbox', mutualTls: false } as const),
};
const plan = (input: Partial<ServeInput>) => parseServeOptions({ ...GIVEN, ...input }, '/home/kari');
const refusal = (input: Partial<ServeInput>) => {
  try {
    plan(input);
  } catch (fault) {
    return fault;
  }
  throw new Error('it was taken');
};

describe('where a bank is served [C-serve-flags]', () => {
  it('has a world for each TPP where strangers reach it, unless trouble is made or somebody says so [S11-worlds]', () => {
    const host = '0.0.0.0';
    expect(plan({ host }).worlds).toBe('tpp');
    expect(plan({ host, chaos: '1' }).worlds).toBe('shared');
    expect(plan({ host, worlds: 'shared' }).worlds).toBe('shared');
    expect(plan({ worlds: 'tpp' }).worlds).toBe('tpp');
    expect(() => plan({ worlds: 'tpp', chaos: '1' })).toThrow('--worlds tpp');
    expect(plan({ worlds: 'tpp', worldsRate: 0 }).worlds).toBe('tpp');
    expect(() => plan({ worldsRate: 0 })).toThrow('--worlds-rate only works when each TPP has its own world');
  });

  it('is loopback, with the site on the next port', () => {
    expect(plan({})).toMatchObject({
      ...{ port: 8443, host: '127.0.0.1', isLoopback: true, sitePort: 8444, basePath: '', names: [] },
      ...{ publicUrl: undefined, store: undefined, worlds: 'shared' },
    });
    expect(plan({ port: 0 }).sitePort).toBe(0);
    expect(plan({ port: 65_535 }).sitePort).toBe(0);
    expect(plan({ sitePort: 9000 }).sitePort).toBe(9000);
  });

  it.each([
    ['--port and --site-port are both 9000', { port: 9000, sitePort: 9000 }],
    ['--port and --operator-port are both 9000', { port: 9000, operatorPort: 9000 }],
    ['--site-port and --operator-port are both 9001', { port: 9000, operatorPort: 9001 }],
  ])('has a port for each way to it: %s', (message, ports) => {
    expect(refusal(ports)).toMatchObject({ code: 'USAGE', message: `${message}.` });
    expect(() => plan({ port: 0, sitePort: 0, operatorPort: 0 })).not.toThrow();
  });

  it.each(['localhost', 'LOCALHOST', '::1', '[::1]'])('is loopback at %s', (host) => {
    expect(plan({ host })).toMatchObject({ isLoopback: true, sitePort: 8444, names: [] });
  });

  it('is known by another address of loopback, where nothing else would be found', () => {
    expect(plan({ host: '127.8.8.8' })).toMatchObject({
      ...{ isLoopback: true, sitePort: 8444, names: ['127.8.8.8'] },
    });
  });

  it.each([
    ...['', '[::1', '127.1', '0', 'bank example', 'https://bank.example', '300.0.0.1', '1270.0.0.1'],
    ...['::g', 'a..b'],
  ])('is nowhere at %j', (host) => {
    expect(refusal({ host })).toMatchObject({ code: 'USAGE' });
  });

  it.each(
    '0.0.0.0 :: 192.0.2.7 bank.example 127.example 127.0.0.1.example'.split(' '),
  )('is beyond loopback at %s: site and interface share the port', (host) => {
    expect(plan({ host })).toMatchObject({ isLoopback: false, sitePort: undefined });
    expect(refusal({ host, sitePort: 9000 })).toMatchObject({ code: 'USAGE' });
  });

  it('shares the port with a certificate that is given too', () => {
    expect(plan({ cert: 'server.pem' }).sitePort).toBeUndefined();
    expect(refusal({ cert: 'server.pem', sitePort: 0 })).toMatchObject({
      message:
        "--site-port doesn't work when you pass --cert, because the site is then on the interface's port.",
    });
    expect(refusal({ key: 'server.key' })).toMatchObject({ message: '--key only works with --cert.' });
    expect(refusal({ passphraseFile: 'words' })).toMatchObject({
      message: '--passphrase-file only works with --cert.',
    });
  });

  it('is called by the names that others know, and by no address of nobody', () => {
    const publicUrl = 'https://bank.example:8443';
    expect(plan({ host: '192.0.2.7', publicUrl }).names).toEqual(['192.0.2.7', 'bank.example']);
    expect(plan({ host: '0.0.0.0', publicUrl }).names).toEqual(['bank.example']);
    expect(plan({ host: '0.0.0.0' }).names).toEqual([]);
    expect(plan({ host: '::', publicUrl: 'https://[2001:db8::7]' }).names).toEqual(['2001:db8::7']);
    expect(plan({ publicUrl }).names).toEqual([]);
  });

  it.each([
    ['/api-sandbox', '/api-sandbox'],
    ['/a/b.c_d~e', '/a/b.c_d~e'],
    ['/', ''],
    ['', ''],
  ])('has the base path %s', (basePath, expected) => {
    expect(plan({ basePath }).basePath).toBe(expected);
  });

  it.each([
    ...['api', '/api/', '//api', '/a//b', '/a/../b', '/./a', '/a b', '/a?b', '/a#b', '/%61', '/é'],
    '/{a}',
  ])('has no base path %s', (basePath) => {
    expect(refusal({ basePath })).toMatchObject({ code: 'USAGE' });
  });

  it.each([
    ...['https://bank.example', 'https://bank.example:8443/', 'http://localhost:80', 'http://[::1]:8080'],
  ])('is known outside as %s', (publicUrl) => {
    expect(plan({ publicUrl }).publicUrl).toBe(new URL(publicUrl).origin);
  });

  it.each([
    ...['bank.example', 'http://bank.example', 'https://bank.example/api', 'https://a:b@bank.example'],
    ...['https://bank.example?x', 'https://bank.example#x', 'ftp://bank.example', ''],
  ])('is not known outside as %s', (publicUrl) => {
    expect(refusal({ publicUrl })).toMatchObject({ code: 'USAGE' });
  });
});

describe('the store of a served bank [D14-memory-store]', () => {
  it("is the profile's own, a file, or memory", () => {
    expect(plan({}).store).toBeUndefined();
    expect(plan({ store: 'memory' }).store).toBe('memory');
    expect(plan({ store: 'team/bank.db' }).store).toBe('/home/kari/team/bank.db');
    expect(plan({ store: './memory' }).store).toBe('/home/kari/memory');
  });

  it.each([
    ...[':memory:', '/somewhere/:memory:', 'file::memory:', 'file:bank.db?mode=memory', ''],
  ])('is not %s, which SQLite takes for something else', (store) => {
    expect(refusal({ store })).toMatchObject({ code: 'USAGE' });
  });
});
