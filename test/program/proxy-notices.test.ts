import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { psd2, spawnPsd2 } from '../support/program.ts';
import { servedHome } from '../support/served-home.ts';
import { temporaryFolderOf } from '../support/serving.ts';

describe('what psd2 proxy says before it begins [C-proxy]', () => {
  // A script that waits for the ready line would go on with a proxy that ends.
  it('says that there is no such command, and not first that it listens', async () => {
    const { home } = await servedHome();
    const line = ['proxy', '--port', '0', '--', 'no-such-command'];
    const { code, stdout, stderr } = await spawnPsd2(line, { home, env: temporaryFolderOf(home) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Error: no-such-command can't be run: there's no such command\./);
  });

  // Its owner believes that no unsigned answer gets through.
  it('says that it does not check answers, where the profile requires that they are signed', async () => {
    const { home } = await servedHome();
    const file = join(home, 'settings.json');
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    settings.profiles.served.responseSignature = 'required';
    writeFileSync(file, JSON.stringify(settings));
    const line = ['proxy', '--port', '0', '--', 'true'];
    const { code, stderr } = await spawnPsd2(line, { home, env: temporaryFolderOf(home) });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("doesn't check them") });
  });

  it('says of a public URL with a path nothing of a flag that it does not have', async () => {
    const line = ['proxy', '--public-url', 'https://tpp.example/psd2'];
    const { code, stderr } = await psd2(line);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("Don't add a path: it's that of the profile's baseUrl."),
    });
    expect(stderr).not.toContain('--base-path');
    expect((await psd2(['serve', '--public-url', 'https://bank.example/psd2'])).stderr).toContain(
      '--base-path',
    );
  });

  it('says that --allow-writes changes nothing at a bank that is not production', async () => {
    const { home } = await servedHome();
    const line = ['proxy', '--port', '0', '--allow-writes', '--', 'true'];
    const { code, stderr } = await spawnPsd2(line, { home, env: temporaryFolderOf(home) });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('--allow-writes has no effect'),
    });
  });
});
