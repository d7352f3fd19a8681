import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ShownVerification } from '../src/signatures/report.ts';
import { createVerificationView } from '../src/signatures/view.ts';
import { ASKED_HEADERS } from './support/asked-headers.ts';
import { expectCommitted } from './support/committed.ts';
import { copyKeys } from './support/home-with-keys.ts';
import { terminalOf } from './support/looks.ts';
import { psd2 } from './support/program.ts';
import { START } from './support/stopped-clock.ts';

/** One after the other, as commands in one process must be. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await act(item));
  return results;
}

/** What a TPP did, by the break that does it or by what it changes in the signed JSON; the verdict to be told. */
interface Fault {
  readonly did: string;
  readonly verdict: string;
  readonly breaks?: string;
  readonly changed?: (json: string) => string;
}

const FAULTS: readonly Fault[] = [
  { did: 'The body was formatted anew after it was hashed', ...of('digest-mismatch', 'reserialised') },
  { did: 'The file ends with a newline that was not hashed', ...of('digest-mismatch', 'trailing-newline') },
  { did: 'The body was hashed as ISO-8859-1 and sent as UTF-8', ...of('digest-mismatch', 'latin1') },
  { did: 'Digest is the hash in hexadecimal', ...of('digest-mismatch', 'hex') },
  { did: 'Digest was left out', ...of('digest-missing') },
  { did: 'Date is in ISO 8601', ...of('date-format', 'iso') },
  { did: 'Local time was sent as GMT', ...of('date-skew-timezone') },
  { did: 'A newline stands after the last line', ...of('signature-invalid', 'trailing-newline') },
  { did: 'The lines were joined with CRLF', ...of('signature-invalid', 'crlf') },
  { did: 'No space stands after the colons', ...of('signature-invalid', 'no-space') },
  { did: 'The names were signed as they are sent', ...of('signature-invalid', 'original-case') },
  { did: 'The lines stand in the order of the request', ...of('signature-invalid-order', 'request-order') },
  { did: 'A library changed upper to lower case', ...of('signature-invalid-value', 'case') },
  {
    did: 'X-Request-ID was made anew after signing',
    verdict: 'signature-invalid',
    changed: (json) => json.replace('0f2b1c3d', '1e2f3a4b').replace('4b5c6d', '9d8c7b'),
  },
  { did: 'PSU-ID was sent but not signed', ...of('required-header-not-signed') },
  { did: 'The signature is RSA-PSS', ...of('signature-padding') },
  { did: 'Another key signed', ...of('key-mismatch') },
  { did: 'keyId has the serial number in decimal', ...of('keyid-mismatch', 'decimal-serial') },
  { did: 'keyId has the issuer first part first', ...of('keyid-mismatch', 'reversed') },
  { did: 'The TLS certificate was used to sign', ...of('certificate-type') },
];

function of(code: string, cause?: string): Pick<Fault, 'verdict' | 'breaks'> {
  return { verdict: code, breaks: cause === undefined ? code : `${code}/${cause}` };
}

const BODY = '{"creditorName":"Kari Ødegård","instructedAmount":{"amount":"100.50","currency":"NOK"}}';
const SIGN = [
  ...['sign', 'POST', 'https://bank.example/v1/payments/norwegian-domestic-credit-transfers', '--data', BODY],
  ...['--header', 'X-Request-ID: 0f2b1c3d-6a5e-4a8b-9c7d-1e2f3a4b5c6d', ...ASKED_HEADERS],
  ...['--format', 'json'],
];
const COLUMNS = 92;

async function explained(home: string, { breaks, changed }: Fault): Promise<ShownVerification> {
  const given = { home, clockAt: START };
  const signed = await psd2([...SIGN, ...(breaks === undefined ? [] : ['--break', breaks])], given);
  expect(signed.stderr).toBe('');
  const input = changed?.(signed.stdout) ?? signed.stdout;
  return JSON.parse(alike((await psd2(['verify', '--json'], { ...given, input })).stdout));
}

/** In place of what each key and each home has of its own; each as long, so that nothing moves. */
const SERIAL = '6ED673D86E1C20CAE502598996C8B20C';
const NUMBER = '312345678';

function alike(json: string): string {
  const { serial = '', issuer = '' } = JSON.parse(json).certificate ?? {};
  const [number = NUMBER] = /\b3\d{8}\b/.exec(issuer) ?? [];
  return json
    .replaceAll(serial, SERIAL)
    .replaceAll(`${BigInt(`0x${serial}`)}`, `${BigInt(`0x${SERIAL}`)}`)
    .replaceAll(number, NUMBER);
}

/** Its verdict and findings, as a terminal shows them: the rest is the same for all. */
async function shownOf(shown: ShownVerification): Promise<string> {
  const text = await createVerificationView({ format: 'text', listsChecks: false }).text(
    shown,
    terminalOf(COLUMNS),
  );
  const [verdict = ''] = text.split('\n');
  const end = text.search(/\n\n(?:\d+|No) checks? passed/);
  return `${verdict}\n\n${text.slice(text.indexOf('\n1. ') + 1, end)}`;
}

const HEAD = `# The twenty most common faults

What \`psd2 verify\` says of each, from the verdict to the remedy. All codes and causes are in
[signatures.md](signatures.md#every-finding). \`psd2 sign --break list\` names the faults that you can make.
`;

function page(reports: readonly string[]): string {
  const rows = FAULTS.map(({ did, breaks, verdict }, place) => {
    return `| ${place + 1} | [${did}](#${anchorOf(`${place + 1}. ${did}`)}) | \`${breaks ?? verdict}\` |`;
  });
  const parts = FAULTS.map(({ did }, place) => {
    return `## ${place + 1}. ${did}\n\n\`\`\`text\n${reports[place]}\n\`\`\`\n`;
  });
  return [`${HEAD}\n| | fault | finding |\n|---|---|---|\n${rows.join('\n')}\n`, ...parts].join('\n');
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

it('the gallery of faults shows what verify says of the twenty commonest, each with its own verdict first [C-verify-gallery]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-gallery-'));
  try {
    const home = join(folder, 'home');
    await copyKeys(home, START);
    const all = await inTurn(FAULTS, (fault) => explained(home, fault));
    expect(all.map(({ verdict }) => verdict)).toEqual(FAULTS.map(({ verdict }) => verdict));
    expectCommitted(
      {
        path: 'docs/gallery.md',
        variable: 'PSD2_UPDATE_GALLERY',
        rewrite: 'npx vitest run test/gallery.test.ts',
      },
      page(await Promise.all(all.map(shownOf))),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
