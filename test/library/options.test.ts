import { describe, expect, it } from 'vitest';
import { createBank } from '../../src/library/create-bank.ts';

/** As from JavaScript, where nothing checks types. */
const create = (...given: unknown[]) => (createBank as (...given: unknown[]) => Promise<unknown>)(...given);

describe('options of the library [A-library-options]', () => {
  // One that is passed over makes a test that says something else than it does.
  it.each([
    [{ clok: new Date() }, 'createBank has no option "clok".', 'Did you mean clock?'],
    [{ base_path: '/x' }, 'createBank has no option "base_path".', 'Did you mean basePath?'],
    [
      { xyzzy: 1 },
      'createBank has no option "xyzzy".',
      'Options: clock, seed, basePath, terseErrors, policy, authorities, registry, mutualTls, clientCertificate, signResponses, onUnexpected.',
    ],
    ['world.yaml', 'createBank takes an object of options, not a string.', expect.stringContaining('seed')],
    [null, 'createBank takes an object of options, not null.', expect.any(String)],
  ])('of createBank that are none are refused: %j', async (given, message, hint) => {
    await expect(create(given)).rejects.toMatchObject({ code: 'INPUT_INVALID', message, details: { hint } });
  });

  it('of its methods too', async () => {
    await using bank = await createBank();
    const asked = bank as unknown as Record<'seed' | 'serve', (...given: unknown[]) => Promise<unknown>>;
    const world = { version: 1, customers: [] };
    await expect(asked.seed(world, { prunes: true })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: { hint: 'Did you mean prune?' },
    });
    await expect(asked.serve({ prot: 1 })).rejects.toMatchObject({ details: { hint: 'Did you mean port?' } });
  });
});
