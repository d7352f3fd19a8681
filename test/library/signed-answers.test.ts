import { expect, it } from 'vitest';
import { createBank } from '../../src/library/create-bank.ts';

const CERTIFICATE = 'ASPSP-Signature-Certificate';

it('a bank of the library that signs its answers has one seal, which its fork has too, and which no other bank has [D10-response-signing, A-create-bank]', async () => {
  await using bank = await createBank({ signResponses: true });
  await using fork = await bank.fork();
  await using other = await createBank({ signResponses: true });
  const [own, forked, others] = await Promise.all(
    [bank, fork, other].map(async ({ fetch }) => (await fetch('/v1/sandbox/customers')).headers),
  );
  expect(own?.get('Signature')).toContain('headers="date digest');
  expect(own?.get(CERTIFICATE)).toMatch(/^MII/);
  expect(forked?.get(CERTIFICATE)).toBe(own?.get(CERTIFICATE));
  expect(others?.get(CERTIFICATE)).not.toBe(own?.get(CERTIFICATE));
});
