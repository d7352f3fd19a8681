import { describe, expect, it } from 'vitest';
import { formatRequestLine, type LogEntry } from '../../src/serve/request-line.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { atTerminal } from '../support/terminal.ts';

const paint = { red: (text: string) => `<red>${text}</red>` };
const TIME = '2026-11-21T08:30:05.120Z';
const ID = '2znfPNNkZdA16H55F4lH4e';
const READ: LogEntry = {
  ...{ time: TIME, method: 'GET', path: `/v1/payments/norwegian-domestic-credit-transfers/${ID}/status` },
  ...{ operation: 'read payment status', status: 200, findings: ['certificate-no-psd2'], milliseconds: 3.1 },
};

describe('a line of the request log at a terminal [C-serve-log]', () => {
  it('fits the width, shortens the path and keeps an id as long as it can', () => {
    const lines = [160, 100, 80].map((width) => formatRequestLine(READ, paint, width));
    expect(lines).toEqual([
      `09:30:05 GET    200    3 ms  /v1/payments/norwegian-domestic-credit-transfers/${ID}/status  read payment status`,
      `09:30:05 GET    200    3 ms  /v1/paymen…/norweg…/${ID}/status  read payment status`,
      '09:30:05 GET    200    3 ms  /v1/paym…/norw…/2znf…/stat…  read payment status',
    ]);
  });

  it('is red with the reason of a refusal, of a dropped connection, and of the server', () => {
    const refused = { ...READ, path: '/v1/accounts', operation: 'list accounts', status: 400 };
    const lines = [
      { ...refused, codes: ['BAD_REQUEST'], findings: ['digest-mismatch'] },
      { ...refused, codes: ['RESOURCE_UNKNOWN'], status: 404, world: 'ab12' },
      { ...refused, status: undefined, faults: ['dropped-after-commit'] as const },
      { time: TIME, status: 431, codes: ['FORMAT_ERROR'], refused: 'too many headers' },
    ].map((entry) => formatRequestLine(entry, paint, 120));
    expect(lines).toEqual([
      '<red>09:30:05 GET    400    3 ms  /v1/accounts  list accounts  BAD_REQUEST, digest-mismatch</red>',
      '<red>09:30:05 GET    404    3 ms  /v1/accounts  list accounts  world ab12  RESOURCE_UNKNOWN</red>',
      '<red>09:30:05 GET    ---    3 ms  /v1/accounts  list accounts  dropped-after-commit</red>',
      '<red>09:30:05        431   too many headers</red>',
    ]);
  });

  it('shows no foreign character that acts on the terminal [S10-foreign-text]', () => {
    const [method, path, operation] = ['M\u001b[2J', '/\u202e\r/x', 'o\u0007'];
    const entry = { ...READ, method, path, operation, status: 500, codes: ['C\u009b'] };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not appear.
    expect(formatRequestLine(entry, paint, 80)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });

  it('is what serve writes to a terminal; with --json its lines are JSON', async () => {
    const home = await homeWithKeys();
    const shown = async (...flags: string[]) => {
      const args = ['serve', '--port', '0', '--store', 'memory', ...flags, '--', 'sh', '-c'];
      const call = 'curl -sk -o "$PSD2_HOME/answer" "$PSD2_BASE_URL/v1/accounts"';
      const { all } = await atTerminal([...args, call], [], { home, columns: 80 });
      return all.split('\r\n').filter((line) => line.includes('/v1/accounts'));
    };
    expect(await shown()).toEqual([
      expect.stringMatching(/31m\d\d:\d\d:\d\d GET +400 .* list accounts .*signature-missing/),
    ]);
    expect((await shown('--json')).map((line) => JSON.parse(line))).toMatchObject([
      { status: 400, listener: 'interface' },
    ]);
  });
});
