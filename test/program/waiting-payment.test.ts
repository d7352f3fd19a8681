import { describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { CREATE, homeAt, PSU, servedBank } from '../support/remote-home.ts';
import { atTerminal } from '../support/terminal.ts';

const CROSS_BORDER = ['payments', 'create', '--cross-border', '--example', '--quiet'];

describe('a payment that waits for its PSU [C-status-waiting, C-newest-payment]', () => {
  it('says where the PSU approves it at a bank elsewhere, and plays nobody there', async () => {
    const bank = await servedBank();
    const home = await homeAt(bank, { ...PSU, operatorUrl: undefined });
    const { stdout } = await psd2([...CREATE, '--json'], { home });
    const { paymentId, _links: links } = JSON.parse(stdout);
    const read = await psd2(['status', '--json'], { home });
    expect({ code: read.code, ...JSON.parse(read.stdout).error }).toMatchObject({
      ...{ exitCode: 3, status: 404, paymentId, scaRedirect: links.scaRedirect.href },
      message: `Payment ${paymentId} is waiting for its PSU. It can be read once the PSU has approved it.`,
      hint: `Approve it:\npsd2 payments authorise ${paymentId}`,
    });
  });

  it('tells a person which payment it is, and the commands that approve it [C-sca-command]', async () => {
    const home = await homeWithKeys();
    const paymentId = (await psd2(CROSS_BORDER, { home })).stdout.trim();
    const { code, all } = await atTerminal(['status', '--sca', 'none'], [], { home });
    expect(code).toBe(0);
    const lines = all.replaceAll('\r', '').split('\n');
    expect(lines).toContain(`The newest payment of this profile: ${paymentId}`);
    expect(lines.slice(lines.indexOf('Next:'))).toEqual([
      'Next:',
      `  psd2 sca approve ${paymentId}`,
      `  psd2 payments authorise ${paymentId}`,
      '',
    ]);
  });

  it('is told apart from one that is not there, and from one that is another PSU’s', async () => {
    const home = await homeWithKeys();
    const words = ['payments', 'create', '--domestic', '--example', '--as', '15813963008', '--quiet'];
    const paymentId = (await psd2(words, { home })).stdout.trim();
    for (const args of [['kQ3nV0b1cT8sYpR5dW2xZa'], [paymentId, '--as', '01929010120']]) {
      const { code, stderr } = await psd2(['payments', 'get', ...args], { home });
      expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('404 RESOURCE_UNKNOWN') });
    }
  });
});
