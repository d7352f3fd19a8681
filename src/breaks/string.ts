import { Fault } from '../errors.ts';
import { headerValue } from '../message.ts';
import type { SigningLine } from '../signing/signing-string.ts';
import { capitalised } from './headers.ts';
import type { Plan, Way, Ways } from './plan.ts';

/** The signing string: how it is built, its order, its target, its values. @see G4-breaks */
export const STRING_WAYS: Ways = {
  'signature-invalid/trailing-newline': {
    summary: 'Signs a newline after the last line.',
    plan: { end: '\n' },
  },
  'signature-invalid/crlf': {
    summary: 'Joins the lines of the signing string with CRLF.',
    plan: { joint: '\r\n' },
    needs: { headers: ['X-Request-ID'] },
  },
  'signature-invalid/no-space': {
    summary: 'Leaves out the space after the colon in each line.',
    plan: { colon: ':' },
  },
  'signature-invalid/original-case': {
    summary: 'Signs the names with capital letters, as sent.',
    plan: { lineName: capitalised },
  },
  'signature-invalid-order/request-order': signInOrder(
    "Signs the lines in the order of the request's headers.",
    sortAsSent,
  ),
  'signature-invalid-target/absolute': {
    summary: 'Signs the whole URL in (request-target).',
    plan: {
      target: ({ method, target, headers }) =>
        `${method.toLowerCase()} https://${headerValue(headers, 'host')}${target}`,
    },
    needs: { target: true },
    lack: ({ request }) => (headerValue(request.headers, 'host') === undefined ? 'a Host header' : undefined),
  },
  'signature-invalid-value/case': changeValue(
    "Signs a header's value in different case than is sent.",
    otherCase,
  ),
};

function isOtherOrder(changed: readonly SigningLine[], lines: readonly SigningLine[]): boolean {
  return changed.some((line, place) => line !== lines[place]);
}

/** Three lines at least, so that the orders are not one and the same. */
export function signInOrder(summary: string, order: Order, listed?: Plan['listed']): Way {
  return {
    summary,
    plan: {
      ...(listed && { listed }),
      order: (lines, sent) => {
        const changed = order(lines, sent);
        if (changed !== undefined && isOtherOrder(changed, lines)) return changed;
        throw new Fault(
          'INPUT_INVALID',
          'The signed headers are already in this order, or there are too few to reorder.',
          {
            hint: 'Pass the headers in another order, or add one more signed header.',
          },
        );
      },
    },
    needs: { headers: ['X-Request-ID', 'PSU-ID'] },
  };
}

type Order = (lines: readonly SigningLine[], sent: readonly string[]) => readonly SigningLine[] | undefined;

export function sortAsSent(lines: readonly SigningLine[], sent: readonly string[]): readonly SigningLine[] {
  return lines.toSorted((left, right) => sent.indexOf(left.name) - sent.indexOf(right.name));
}

/** Changes a header that a verifier has no other way to check. */
export function changeValue(summary: string, change: (value: string) => string): Way {
  return {
    summary,
    plan: {
      value: (lines) => {
        const line = lines.find(({ name, value }) => isFree(name) && change(value) !== value);
        if (line !== undefined) return { name: line.name, value: change(line.value) };
        throw new Fault('INPUT_INVALID', "This doesn't change the value of any signed header.", {
          hint: 'Use an X-Request-ID with letters.',
        });
      },
    },
    needs: { headers: ['X-Request-ID'] },
  };
}

const CHECKED_OTHERWISE: ReadonlySet<string> = new Set(['date', 'digest', 'host', 'content-type']);

export function isFree(name: string): boolean {
  return !CHECKED_OTHERWISE.has(name) && !name.startsWith('(');
}

function otherCase(value: string): string {
  return value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
}
