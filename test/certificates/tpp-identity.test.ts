import { createHash, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { getTppIdentity } from '../../src/certificates/certificate.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ofKey = `key:${createHash('sha256')
  .update(publicKey.export({ type: 'spki', format: 'der' }))
  .digest('hex')}`;

it.each([
  ['its organisation', 'PSDNO-FSA-39999990', 'PSDNO-FSA-39999990'],
  ['its key, marked as such, where it names none', undefined, ofKey],
  ['its own key, where it names what looks like another', `key:${'0'.repeat(64)}`, ofKey],
])('who a certificate stands for is %s [D12-tpp-identity]', (_, organizationIdentifier, identity) => {
  const named = organizationIdentifier === undefined ? {} : { organizationIdentifier };
  expect(getTppIdentity({ publicKey, ...named } as never)).toBe(identity);
});
