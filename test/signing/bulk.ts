import { VERIFY_SEARCH } from '../../src/signing/budget.ts';
import type { Finding } from '../../src/signing/findings.ts';
import { verify } from '../../src/signing/verify.ts';
import { digestOf, type Made, made, NOW } from './stack.ts';

/** A bulk of payments as other programs write it, with the cause of a Digest that is of theirs. */
export interface Bulk {
  readonly compact: string;
  readonly written: readonly (readonly [title: string, text: string, cause: string])[];
}

export function bulkOf(count: number): Bulk {
  const payments = Array.from({ length: count }, (_, place) => ({
    endToEndIdentification: `INV-2027-${1000 + place}`,
    instructedAmount: { amount: (100.5 + place).toFixed(2), currency: 'NOK' },
    creditorAccount: { bban: String(86011117947 + 3 * place) },
    creditorName: `Kåre & Søn ${place} AS`,
    rate: 100.5,
  }));
  const bulk = { debtorAccount: { bban: '86011117947' }, url: 'https://a.example.test/<x>', payments };
  const compact = JSON.stringify(bulk);
  const indented = (indent: number | string) => JSON.stringify(bulk, null, indent);
  const python = ascii(compact)
    .replaceAll(/,(?=["{])/g, ', ')
    .replaceAll('":', '": ');
  const ordered = payments.map(({ rate, creditorName, instructedAmount, creditorAccount, ...rest }) => {
    return { rate, creditorName, ...rest, creditorAccount, instructedAmount };
  });
  return {
    compact,
    written: [
      ['by 7 spaces', indented(7), 'reserialised'],
      ['by a tab and CRLF', indented('\t').replaceAll('\n', '\r\n'), 'reserialised'],
      ['by 2 spaces and a last line end', `${indented(2)}\n`, 'reserialised'],
      ['by 8 spaces, behind a byte order mark', `\ufeff${indented(8)}`, 'reserialised'],
      ['as Python writes it, ASCII alone', python, 'reserialised'],
      ['sorted', JSON.stringify(sorted(bulk)), 'key-order'],
      ['sorted, by 3 spaces', JSON.stringify(sorted(bulk), null, 3), 'key-order'],
      ['in an order of its own', JSON.stringify({ ...bulk, payments: ordered }), 'key-order'],
      ['with HTML escaped', html(compact), 'reserialised'],
      ['with HTML escaped, by 4 spaces', html(indented(4)), 'reserialised'],
      ['with slashes escaped', compact.replaceAll('/', '\\/'), 'reserialised'],
      ['with two decimals', compact.replaceAll(':100.5}', ':100.50}'), 'reserialised'],
      ['with an exponent', compact.replaceAll(':100.5}', ':1.005E2}'), 'reserialised'],
      ['as Base64', Buffer.from(compact).toString('base64'), 'encoded'],
    ],
  };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([key, held]) => [key, sorted(held)]));
}

const unicode = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const ascii = (text: string) => text.replaceAll(/[^ -~\n]/g, unicode);
const html = (text: string) => text.replaceAll(/[<>&]/g, unicode);

/** The first finding, by default that of `psd2 verify`. */
export function firstFinding(parts: Made, recovery = VERIFY_SEARCH): Finding | undefined {
  return verify(made(parts), { at: NOW, clock: () => 0, recovery }).findings[0];
}

/** A body that was sent with its own Digest, where that of another text was signed. */
export function changedWithDigest(body: string, signed: string): Made {
  const value = digestOf(signed);
  const string: Made['string'] = (lines) =>
    lines.map(([name, sent]) => `${name}: ${name === 'digest' ? value : sent}`).join('\n');
  return { body, string };
}
