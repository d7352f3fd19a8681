import { describe, expect, it } from 'vitest';
import { modulesRun } from '../support/modules-run.ts';
import { makeCertificate, makePkcs12 } from '../support/openssl.ts';
import { emptyFolder, psd2 } from '../support/program.ts';

describe('node-forge in the built program [A-forge-lazy]', () => {
  it('runs where a certificate is made, or RC2 opened, and nowhere else', async () => {
    const [home, folder] = [emptyFolder(), emptyFolder()];
    await psd2(['cert', 'inspect'], { home });
    makeCertificate(folder, 'one');
    makePkcs12(folder, 'one');
    makeCertificate(folder, 'old');
    makePkcs12(folder, 'old', { options: ['-legacy'] });
    const ran = async (...args: readonly string[]) => {
      const modules = await modulesRun(args, { home, cwd: folder, env: { PSD2_PASSPHRASE: 'secret' } });
      return modules.some((name) => name.startsWith('node_modules/node-forge/'));
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
