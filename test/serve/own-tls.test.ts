import { X509Certificate } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServeInput } from '../../src/serve/flags.ts';
import { createOwnTls, loadGivenTls } from '../../src/serve/tls.ts';
import { makeProfileFolder } from '../../src/settings/home.ts';
import { contextIn } from '../support/command-context.ts';
import { echo, serveHandler } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { connectTls, makeTls, testTls } from '../support/tls.ts';
import { trueTime } from '../support/true-clock.ts';

const DAY = 86_400_000;
const uid = process.getuid?.();
const meansIn = (folder: string) => contextIn(join(folder, 'home'), {}, folder);

function profile() {
  return makeProfileFolder(join(temporaryFolder(), 'home'), 'offline', uid);
}

describe("a certificate of the profile's own CA [S8-tls-served]", () => {
  it('is for this machine and the given names, P-256, at most 397 days, and its key is in no file', async () => {
    const { pair, caFile } = await createOwnTls(profile().folder, ['bank.example'], uid);
    const leaf = new X509Certificate(pair.certificate);
    const span = Date.parse(leaf.validTo) - Date.parse(leaf.validFrom);
    expect(Math.round(span / DAY)).toBe(397);
    expect(leaf.subjectAltName).toBe(
      'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:bank.example',
    );
    expect(leaf.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(caFile).toMatch(/tls-[0-9a-f]{16}\/ca\.pem$/);
  });

  it('is of the same CA at another address of loopback, which it names', async () => {
    const places = profile();
    const usual = await createOwnTls(places.folder, [], uid);
    const { pair, caFile } = await createOwnTls(places.folder, ['127.8.8.8'], uid);
    expect(caFile).toBe(usual.caFile);
    expect(new X509Certificate(pair.certificate).checkIP('127.8.8.8')).toBe('127.8.8.8');
  });

  it('comes of no CA that is damaged, or has the key of another', async () => {
    const places = profile();
    const { caFile = '' } = await createOwnTls(places.folder, [], uid);
    const other = await createOwnTls(places.folder, ['bank.example'], uid);
    for (const content of ['rubbish', readFileSync(other.caFile ?? '')]) {
      writeFileSync(caFile, content);
      await expect(createOwnTls(places.folder, [], uid)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    }
  });

  it('comes of no CA that has expired', async () => {
    const later = () => trueTime() + 3652 * DAY;
    const places = profile();
    await createOwnTls(places.folder, [], uid, trueTime);
    await expect(createOwnTls(places.folder, [], uid, later)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('has expired.'),
      details: { hint: expect.stringContaining('To create a new one: mv ') },
    });
  });

  it('is another each time, which a server that runs shows from then on', async () => {
    // A TLS handshake looks at the machine's own clock.
    const { pair, caFile = '', renew } = await createOwnTls(profile().folder, [], uid, trueTime);
    const ca = readFileSync(caFile, 'utf8');
    const server = await serveHandler(echo, { tls: pair });
    const shown = async () => {
      return (await connectTls(server.port, { ca })).getPeerX509Certificate()?.serialNumber;
    };
    const before = await shown();
    const next = await renew?.();
    if (next === undefined) throw new Error('there is no other');
    server.show(next);
    expect(await shown()).toBe(new X509Certificate(next.certificate).serialNumber);
    expect(await shown()).not.toBe(before);
  });
});

describe('a certificate that was given [C-serve-flags, S8-tls-served]', () => {
  const input: ServeInput = {
    port: 0,
    host: '127.0.0.1',
    operator: false,
    terseErrors: false,
    signResponses: false,
    ...({ policy: 'sandbox', mutualTls: false } as const),
  };

  function files(key = testTls().key) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'server.pem'), testTls().certificate + testTls().ca);
    writeFileSync(join(folder, 'server.key'), key, { mode: 0o600 });
    return { folder, given: { ...input, cert: 'server.pem', key: 'server.key' } };
  }

  it('is shown with its chain', async () => {
    const { folder, given } = files();
    const { pair, caFile } = await loadGivenTls(given, meansIn(folder));
    expect(caFile).toBeUndefined();
    expect(pair.certificate.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect((await connectTls((await serveHandler(echo, { tls: pair })).port)).authorized).toBe(true);
  });

  it("is refused with another's key, without one, and with one that others can read", async () => {
    const other = files(makeTls().key);
    await expect(loadGivenTls(other.given, meansIn(other.folder))).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    const { folder, given } = files();
    await expect(loadGivenTls({ ...given, key: undefined }, meansIn(folder))).rejects.toMatchObject({
      code: 'INPUT_MISSING',
      details: { missing: ['--key'] },
    });
    chmodSync(join(folder, 'server.key'), 0o644);
    await expect(loadGivenTls(given, meansIn(folder))).rejects.toMatchObject({ code: 'PERMISSIONS' });
  });
});
