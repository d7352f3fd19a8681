import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificate, makePkcs12 } from '../support/openssl.ts';
import { emptyFolder, psd2, spawnPsd2 } from '../support/program.ts';

/** Names of node-forge's modules that ran, by the coverage that V8 keeps. */
function forgeModulesIn(coverage: string): string[] {
  return readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as {
      result: { functions: { functionName: string; ranges: { count: number }[] }[] }[];
    };
    return result.flatMap(({ functions }) =>
      functions.flatMap(({ functionName, ranges }) =>
        functionName.startsWith('node_modules/node-forge/') && ranges[0]!.count > 0 ? [functionName] : [],
      ),
    );
  });
}

describe('node-forge in the built program [A-forge-lazy]', () => {
  it('runs where a certificate is made, or RC2 opened, and nowhere else', async () => {
    const [home, folder] = [emptyFolder(), emptyFolder()];
    await psd2(['cert', 'inspect'], { home });
    makeCertificate(folder, 'one');
    makePkcs12(folder, 'one');
    makeCertificate(folder, 'old');
    makePkcs12(folder, 'old', { options: ['-legacy'] });
    const ran = async (...args: readonly string[]) => {
      const coverage = emptyFolder();
      const env = { PSD2_PASSPHRASE: 'secret', NODE_V8_COVERAGE: coverage };
      await spawnPsd2(args, { home, cwd: folder, env });
      return forgeModulesIn(coverage).length > 0;
    };
    for (const command of ['inspect', 'lint', 'check', 'keyid']) {
      expect([command, await ran('cert', command, 'one.pem')]).toEqual([command, false]);
    }
    expect(await ran('cert', 'inspect', 'one.p12')).toBe(false);
    expect(await ran('cert', 'inspect', 'old.p12')).toBe(true);
    expect(await ran('cert', 'create')).toBe(true);
    expect(await ran('payments', 'create', '--domestic', '--example')).toBe(false);
  }, 60_000);
});
