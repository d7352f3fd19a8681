import { type CommandContext, createSilentIo } from '../../../src/session/context.ts';
import type { ShownFinding, ShownVerification } from '../../../src/signatures/report.ts';
import { verifyRequest } from '../../../src/signatures/verify.ts';
import type { Row } from './row.ts';
import { AT, base64, type Request, type Sent, send, sha256 } from './signer.ts';

/** What `psd2 verify` says of a row, beside what was done. */
export interface Outcome {
  readonly row: Row;
  readonly sent: Sent;
  readonly shown: ShownVerification;
  readonly isCodeRight: boolean;
  readonly isCauseRight: boolean;
  /** Findings without a cause beside a header that couldn't be read: what follows from the one fault. */
  readonly unfolded: readonly string[];
  /** Proved findings of what was not done. */
  readonly untrue: readonly string[];
}

export function asJson({ method, target, headers, body }: Request): string {
  return JSON.stringify({ method, target, headers, bodyBase64: body.toString('base64') });
}

/** Somebody without a profile: nothing is known but what the request holds. */
const NOBODY = { PSD2_HOME: `${process.cwd()}/no-home-of-the-battery` };
const context = {
  surroundings: { cwd: process.cwd(), env: NOBODY },
  io: createSilentIo(),
} as unknown as CommandContext;

async function verified(request: Request, at: string): Promise<ShownVerification> {
  return await verifyRequest(context, Buffer.from(asJson(request)), { at, from: 'json' });
}

export async function outcomeOf(row: Row): Promise<Outcome> {
  const sent = send(row.way);
  const shown = await verified(sent.request, row.at ?? AT);
  const first = shown.findings[0];
  const isCodeRight =
    row.codes.includes(shown.verdict) && (first === undefined || shown.verdict !== 'valid' || shown.valid);
  const isCauseRight = isCodeRight && causeFits(row, shown);
  const strange = shown.findings.filter((one) => isUntrue(one, row));
  const unfolded = strange.filter((one) => follows(one, row)).map(nameOf);
  const untrue = [
    ...strange.filter((one) => !follows(one, row)).map(nameOf),
    ...wrongString(shown, sent),
    ...shown.findings.filter(repeatsItself).map((one) => `said twice: ${one.message}`),
  ];
  return { row, sent, shown, isCodeRight, isCauseRight, unfolded, untrue };
}

/** @see G4-said-once */
function repeatsItself({ message }: ShownFinding): boolean {
  const sentences = message.toLowerCase().split(/(?<=\.) /);
  return new Set(sentences).size < sentences.length;
}

function causeFits(row: Row, shown: ShownVerification): boolean {
  const first = shown.findings[0];
  if (shown.verdict === 'valid-with-warning')
    return shown.findings.some((one) => row.causes.includes(one.cause));
  if (!row.causes.includes(first?.cause)) return false;
  if (row.header !== undefined && first?.cause !== 'unknown' && first?.header !== row.header) return false;
  return row.suspect === undefined || suspectsOf(first).includes(row.suspect);
}

const suspectsOf = (finding: ShownFinding | undefined) =>
  finding?.suspects?.map(({ header }) => header) ?? [];

function isUntrue(finding: ShownFinding, row: Row): boolean {
  if (finding.cause === 'unknown')
    return (
      finding.header !== undefined && finding.header !== row.header && finding.code.startsWith('signature-')
    );
  if (!finding.proved || finding.cause === 'not-searched') return false;
  const also = row.also ?? [];
  if (also.includes(finding.code) || also.includes(`${finding.code}/${finding.cause}`)) return false;
  if (!row.codes.includes(finding.code))
    return !(row.codes.includes('valid-with-warning') && row.causes.includes(finding.cause));
  const isHeaderWrong =
    row.header !== undefined && finding.header !== undefined && finding.header !== row.header;
  return isHeaderWrong || (finding.cause !== undefined && !row.causes.includes(finding.cause));
}

const UNREADABLE = ['signature-header-format', 'encoded-word-format', 'headers-format'];

function follows({ code, cause, header }: ShownFinding, { codes }: Row): boolean {
  return (
    cause === undefined &&
    header === undefined &&
    codes.some((one) => UNREADABLE.includes(one)) &&
    !codes.includes(code)
  );
}

/** What it says was signed, where that is something else. */
function wrongString(shown: ShownVerification, { signed }: Sent): string[] {
  return shown.findings
    .filter(
      ({ code, proved, found }) => proved && code.startsWith('signature-invalid') && found !== undefined,
    )
    .filter(({ found }) => !equivalents(signed).includes(found ?? ''))
    .map(({ code, cause }) => `${code}/${cause} shows another string`);
}

/** The bytes as text, and the hash of them, which some sign once more. */
function equivalents(signed: Buffer): string[] {
  return [
    signed.toString('latin1'),
    signed.toString('utf8'),
    sha256(signed).toString('hex'),
    base64(sha256(signed)),
  ];
}

export const nameOf = ({ code, cause, header }: Pick<ShownFinding, 'code' | 'cause' | 'header'>) =>
  `${code}${cause === undefined ? '' : `/${cause}`}${header === undefined ? '' : `@${header}`}`;

export interface Rates {
  readonly count: number;
  readonly codes: number;
  readonly causes: number;
  readonly untrue: number;
}

export function ratesOf(outcomes: readonly Outcome[]): Rates {
  const share = (right: (one: Outcome) => boolean) =>
    outcomes.filter(right).length / Math.max(outcomes.length, 1);
  return {
    count: outcomes.length,
    codes: share(({ isCodeRight }) => isCodeRight),
    causes: share(({ isCauseRight }) => isCauseRight),
    untrue: outcomes.filter(({ untrue }) => untrue.length > 0).length,
  };
}

export function textOf({ row, shown, untrue }: Outcome): string {
  const wanted = `${row.codes.join('|')}/${row.causes.map((cause) => cause ?? '-').join('|')}`;
  const found =
    shown.findings.map((one) => `${nameOf(one)}${one.proved ? '' : '?'}`).join(' ') || shown.verdict;
  return `${row.name}: ${wanted} but ${found}${untrue.length === 0 ? '' : `, untrue ${untrue.join(' ')}`}`;
}
