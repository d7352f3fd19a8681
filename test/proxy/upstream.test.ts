import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getHeader } from '../../src/message.ts';
import { openUpstream } from '../../src/proxy/upstream.ts';
import { openSettings } from '../../src/settings/precedence.ts';
import { writeDigest } from '../../src/signing/digest.ts';
import { contextIn } from '../support/command-context.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';

/** The proxy's own signer, of a home with the setting for empty bodies. */
async function signer(emptyBodyDigest: boolean) {
  const home = await homeWithKeys();
  const settings = { profiles: { offline: { emptyBodyDigest } } };
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  const context = contextIn(home);
  const opened = openSettings(context.surroundings, { profile: 'offline' });
  const { sign, close } = await openUpstream(opened, context);
  await close();
  return sign;
}

describe('the digest that the proxy adds [C-proxy, G1-headers-sent]', () => {
  it.each([
    ['POST', '', false, true],
    ['PUT', '', false, true],
    ['PATCH', '', false, true],
    ['PATCH', '{}', false, true],
    ['DELETE', '{}', false, true],
    ['DELETE', '', false, false],
    ['GET', '', false, false],
    ['GET', '', true, true],
  ])('%s with the body «%s», emptyBodyDigest %s: %s', async (method, text, emptyBodyDigest, isThere) => {
    const sign = await signer(emptyBodyDigest);
    const body = Buffer.from(text);
    const { headers } = await sign({ method, target: '/v1/x', headers: [], body });
    expect(headers.filter(([name]) => name === 'Digest')).toEqual(
      isThere ? [['Digest', writeDigest(body)]] : [],
    );
    expect(getHeader(headers, 'signature')?.includes('date digest x-request-id')).toBe(isThere);
  });

  it('is not the one that the caller has set', async () => {
    const { headers } = await (await signer(true))({
      method: 'POST',
      target: '/v1/x',
      headers: [['digest', 'mine']] as const,
      body: Buffer.of(),
    });
    expect(headers.filter(([name]) => /^digest$/i.test(name))).toEqual([['digest', 'mine']]);
  });
});
