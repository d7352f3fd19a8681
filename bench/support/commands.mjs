// The commands whose start is measured, with a short name for curves and the ratio to the floor that each must keep.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from './processes.mjs';
import { CREATE, RUN_FILE } from './program.mjs';

const SIGN = ['sign', 'GET', 'https://bank.example/v1/accounts'];

/** Lists `node -e 0` and the commands. @param home has keys and a bank, so that no first use is measured */
export function listCommands(home, run = RUN_FILE) {
  const signed = join(home, 'signed.json');
  writeFileSync(signed, runProcess([run, ...SIGN, '--format', 'json'], { PSD2_HOME: home }));
  // At its own date, since the bench may take longer than a date is taken for.
  const verify = [run, 'verify', signed, '--at', 'date'];
  return [
    { name: 'node -e 0', short: 'node -e 0', args: ['-e', '0'] },
    { name: 'psd2 --version', short: '--version', args: [run, '--version'], limit: { atMost: 2.2 } },
    { name: 'psd2 --help', short: '--help', args: [run, '--help'], limit: { atMost: 2.8 } },
    {
      name: 'completion of a payment',
      short: 'completion',
      args: [run, '__complete', ':', 'payments', 'get'],
      limit: { atMost: 4 },
    },
    { name: `psd2 ${SIGN.join(' ')}`, short: 'sign', args: [run, ...SIGN], limit: { atMost: 2.8 } },
    { name: 'psd2 verify FILE', short: 'verify', args: verify, limit: { atMost: 2.8 } },
    {
      name: `psd2 ${CREATE.join(' ')}`,
      short: 'payments create',
      args: [run, ...CREATE],
      limit: { atMost: 4.2 },
    },
  ];
}
