import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readCertificate } from '../../src/certificates/certificate.ts';
import { issueCa } from '../../src/certificates/issue.ts';
import { readPem } from '../../src/certificates/pem.ts';
import { createSigner, type Signer } from '../../src/signing/sign.ts';
import { CREATION, signerOf } from '../support/bank.ts';
import { bankOfEach } from '../support/life/life.ts';
import { approve } from '../support/life/operator.ts';
import { create, KARI, readStatus, statusOf } from '../support/life/payments.ts';
import { readStored } from '../support/stored.ts';
import { expectRefusal } from './refusals/expectations.ts';

const bank = bankOfEach();

interface OfKey {
  readonly signer: Signer;
  /** SHA-256 of the public key, in hexadecimal. */
  readonly hash: string;
}

/** A TPP whose certificate has no organizationIdentifier: that of a CA is such a one. */
function tppOfKey(): OfKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const term = {
    notBefore: Date.parse('2026-01-01T00:00:00Z'),
    notAfter: Date.parse('2036-01-01T00:00:00Z'),
  };
  const reading = readPem(issueCa({ privateKey, commonName: 'A key of somebody', serial: 1n, ...term }));
  if (!reading.ok) throw new Error('the issued certificate is no PEM');
  const certificate = readCertificate(reading.blocks[0]!.der);
  if (!certificate.ok) throw new Error(certificate.reason);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    signer: createSigner(privateKey, certificate.certificate),
    hash: createHash('sha256').update(der).digest('hex'),
  };
}

const ofKey = tppOfKey();

describe('who a TPP is [D12-tpp-identity, D2-resource-unknown]', () => {
  it('is its key, marked as such, where its certificate names no organisation', async () => {
    const payment = await create(bank(), { psu: KARI, as: ofKey.signer });
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    await approve(bank(), payment);
    // The TPP of the tests knows its PSUs from the start.
    const psus = `psus WHERE tpp <> 'PSDNO-FSA-39999990'`;
    const tables = ['payments', 'authorisations', 'sessions', psus, 'requests'];
    for (const table of tables) {
      expect(readStored(bank().path, `SELECT DISTINCT tpp FROM ${table}`)).toEqual([
        { tpp: `key:${ofKey.hash}` },
      ]);
    }
  });

  it('is never another whose organizationIdentifier is the hash of its key', async () => {
    const payment = await create(bank(), { psu: KARI, as: ofKey.signer });
    await approve(bank(), payment);
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    const stranger = await readStatus(bank(), payment, { as: signerOf(ofKey.hash) });
    expectRefusal(stranger, { status: 404, code: 'RESOURCE_UNKNOWN' });
  });

  it('is its own key where its organizationIdentifier looks like a key', async () => {
    const payment = await create(bank(), { psu: KARI, as: signerOf('key:one') });
    await approve(bank(), payment);
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    const stranger = await readStatus(bank(), payment, { as: ofKey.signer });
    expectRefusal(stranger, { status: 404, code: 'RESOURCE_UNKNOWN' });
    const [{ tpp } = {}] = readStored(bank().path, 'SELECT tpp FROM payments');
    expect(tpp).toMatch(/^key:[0-9a-f]{64}$/);
  });

  it('is known by its psu-ids: that of the redirect is taken again', async () => {
    const payment = await create(bank(), { psu: KARI, as: ofKey.signer });
    const { psuId = '' } = await approve(bank(), payment);
    const headers = { 'PSU-ID': psuId, 'PSU-Context': null };
    const created = await bank().send({ path: CREATION, headers, as: ofKey.signer });
    expect(created.status, created.text).toBe(201);
  });
});
