import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signByCommand } from '../../src/credentials/remote.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function signWith(script: string): Promise<string> {
  const path = join(temporaryFolder(), 'signer.sh');
  writeFileSync(path, script);
  return signByCommand(`exec:/bin/sh ${path}`, Buffer.from('bytes')).then((signature) =>
    Buffer.from(signature).toString(),
  );
}

describe('an external signer [D13-signer]', () => {
  it('that does not exist is said to be missing', async () => {
    await expect(signByCommand('exec:/nowhere/signer', Buffer.from('a'))).rejects.toThrow('was not found');
  });

  it.each([
    ['fails', 'echo why >&2; echo more >&2; exit 3', 'ended with exit code 3: why. Nothing was sent.'],
    ['prints without an end', 'yes', 'printed more than 64 KiB. Nothing was sent.'],
    ['kills itself', 'kill -9 $$', 'was killed by a signal. Nothing was sent.'],
    ['prints no signature', 'cat', "printed something that isn't a Base64 signature. Nothing was sent."],
  ])('that %s has nothing sent', async (_, script, expected) => {
    await expect(signWith(script)).rejects.toThrow(expected);
  });

  it('that reads nothing still signs', async () => {
    expect(await signWith('echo c2ln')).toBe('sig');
  });
});
