import type { ChaosReport } from '../chaos/report.ts';
import { wrap, wrapSentences } from '../cli/layout.ts';
import { formatCount } from '../values/duration.ts';

type Damage = ChaosReport['harm'][number];
type DamageCode = Damage['harm'];

interface Words {
  readonly what: (harm: Damage) => string;
  readonly remedy: string;
}

const HARM: Readonly<Record<DamageCode, Words>> = {
  'payment-made-twice': {
    what: ({ payments = [] }) =>
      `The same payment was made twice, under two X-Request-IDs, before the first answer had come: ${payments.join(' and ')}.`,
    remedy: 'After a lost answer, send the same request again with the same X-Request-ID.',
  },
  'payment-forgotten': {
    what: ({ payments = [] }) =>
      `The answer to a payment was lost, and your client never asked again: ${payments.join(', ')}.`,
    remedy: 'After a lost answer, send the same request again with the same X-Request-ID.',
  },
  'final-status-unread': {
    what: ({ payments = [] }) => `A payment ended, and your client never read how: ${payments.join(', ')}.`,
    remedy: 'Read the status until it is ACSC, RJCT, CANC or PART.',
  },
  'dead-session-used': {
    what: ({ operation, times }) =>
      `After the bank had said that the session's SCA is over, your client used the session again: ${operation}, ${times === 1 ? 'once' : `${times} times`}.`,
    remedy: "After a 401, take the PSU to scaRedirect before the session's next call.",
  },
};

/** Formats the chaos report. @see C-serve-chaos-met */
export function formatChaosReport(report: ChaosReport, width: number): string {
  const { seed, calls, met, notMet, harm, notLogged } = report;
  const head = `Chaos ${seed}: your client met ${met.length} of ${formatCount(met.length + notMet.length, 'outcome')} in ${formatCount(calls, 'call')}.`;
  return [
    ...wrap(head, width),
    ...formatList('Trouble: ', listTroubles(report), width),
    ...formatList('Met: ', met, width),
    ...(notLogged > 0 ? wrap(`Not logged: ${notLogged} calls. What harm they did isn't known.`, width) : []),
    ...harm.flatMap((one) => formatHarm(one, width)),
    ...(harm.length > 0 ? [] : wrap(calls === 0 ? NEVER_CALLED : NO_HARM, width)),
  ].join('\n');
}

const NO_HARM = "No harm found in the bank's books and log.";
const NEVER_CALLED =
  'Nothing was tested: your client never called the bank. Its address is in PSD2_BASE_URL.';

function listTroubles({ troubles }: ChaosReport): readonly string[] {
  return Object.entries(troubles).map(([trouble, count]) => `${trouble} ${count}`);
}

const INDENT = '  ';

function formatList(title: string, items: readonly string[], width: number): readonly string[] {
  return wrap(`${title}${items.length === 0 ? 'none' : items.join(', ')}`, width);
}

function formatHarm(harm: Damage, width: number): readonly string[] {
  const { what, remedy } = HARM[harm.harm];
  const lines = wrapSentences(remedy, width - INDENT.length).map((line) => INDENT + line);
  return [...wrap(`Harm: ${what(harm)}`, width), ...lines];
}
