import { isObject } from '../core/json-object.ts';
import { Fault, type FaultCode } from '../errors.ts';
import { readMessages, textOfJson } from '../wire/errors.ts';
import { explainBankCode } from '../wire/explanations.ts';
import { convertParserError } from './command-line.ts';
import { EXIT, type ExitCode, getExitCode } from './exit-codes.ts';
import { measureWidth, wrapSentences } from './layout.ts';
import type { OutputStyle } from './output-style.ts';
import { sanitizeForTerminal, sanitizeLines } from './sanitize.ts';

/** A failure as `--json` prints it under `error`. @see C-failure-json */
export interface Failure {
  readonly code: FaultCode | 'INTERNAL';
  readonly message: string;
  readonly hint?: string;
  readonly exitCode: ExitCode;
  readonly status?: number;
  readonly tppMessages?: readonly unknown[];
  readonly requestId?: string;
  readonly scaRedirect?: string;
  readonly missing?: readonly string[];
  /** The payment that was created, or that the SCA is for. @see C-failed-payment */
  readonly paymentId?: string;
}

/** Converts anything thrown to a failure. Everything but a known fault is a bug of psd2. */
export function describeFailure(thrown: unknown): Failure {
  const fault = thrown instanceof Fault ? thrown : (convertParserError(thrown) ?? convertSystemError(thrown));
  if (fault === undefined) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { code: 'INTERNAL', message, hint: REPORT, exitCode: EXIT.ourFault };
  }
  const { cause, sent, failing, clockBehindSeconds, ...details } = fault.details;
  return {
    code: fault.code,
    message: fault.message,
    exitCode: getExitCode(fault.code),
    ...findBankCodeHint(fault),
    ...details,
  };
}

/** Returns the remedy for the bank's first code, if the fault has no hint of its own. */
function findBankCodeHint({ details }: Fault): { hint?: string } {
  const hint = explainBankCode(readCode(details.tppMessages?.[0]))?.next;
  return hint === undefined ? {} : { hint };
}

function readCode(message: unknown): string {
  return readMessages(message)[0]?.code ?? '';
}

const REPORT = 'This is a bug in psd2. Please report it with the command and the lines above.';

/** Converts system errors about files and folders to faults; returns undefined for other errors, which are bugs. */
function convertSystemError(thrown: unknown): Fault | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown) || !('path' in thrown)) return undefined;
  const reason = REFUSED_FILE[String(thrown.code)];
  if (reason === undefined) return undefined;
  return new Fault('FILE_UNREADABLE', `${thrown.path}: ${reason}`, {
    hint: 'Check the path and its permissions. PSD2_HOME is the folder with all settings.',
    cause: thrown,
  });
}

const REFUSED_FILE: Readonly<Record<string, string>> = {
  ENOENT: "there's no such file or folder",
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: "it's a folder, not a file",
  ENOTDIR: "part of the path isn't a folder",
  EROFS: 'the file system is read-only',
};

/** Formats an error for stderr: a fault with its hint, or a bug with its stack. */
export function formatUnexpected(thrown: unknown): string {
  if (!(thrown instanceof Fault)) return thrown instanceof Error ? `${thrown.stack}` : `${thrown}`;
  const { message, details } = thrown;
  return [message, ...(details.hint === undefined ? [] : [details.hint])]
    .map((text) => sanitizeLines(text, '  '))
    .join('\n  ');
}

/**
 * Formats a failure for people: the error, its position, the next step. Wraps it at a terminal, but keeps ids, links
 * and commands whole.
 * @param scaCommand the command that authorises, if nothing listens at the link
 * @see C-error-wrapped, C-error-text
 */
export function formatFailure(failure: Failure, { paint, width }: OutputStyle, scaCommand?: string): string {
  const { code, message, tppMessages = [], requestId, scaRedirect, hint } = failure;
  const [first = '', ...more] = wrapSentences(`${ERROR} ${sanitizeLines(message, '  ')} (${code})`, width, 2);
  const shown = [first.replace(ERROR, paint.red), ...more];
  shown.push((shown.pop() ?? '').replace(`(${code})`, paint.dim));
  for (const said of tppMessages) shown.push(...wrapSentences(`  ${formatTppMessage(said)}`, width, 2));
  if (requestId !== undefined) shown.push(...formatNamed('X-Request-ID', requestId, width));
  if (scaCommand !== undefined) {
    // A hint names the payment, which the user knows, instead of its authorisation.
    if (hint?.includes('psd2 sca approve ') !== true)
      shown.push(...formatNamed('Authorise with', scaCommand, width));
  } else if (scaRedirect !== undefined) shown.push(...formatNamed('Authorise at', scaRedirect, width));
  if (hint !== undefined)
    shown.push(...wrapSentences(`  ${sanitizeLines(hint, '  ')}`, width).map(paint.bold));
  return shown.join('\n');
}

const ERROR = 'Error:';

/** Formats a value to copy beside its name, or below the name if it doesn't fit. */
function formatNamed(name: string, text: string, width: number): string[] {
  const beside = `  ${name}: ${sanitizeForTerminal(text)}`;
  return measureWidth(beside) <= width ? [beside] : [`  ${name}:`, sanitizeForTerminal(text)];
}

function formatTppMessage(message: unknown): string {
  return sanitizeForTerminal(
    isObject(message) ? formatMessageWithPath(message) : (textOfJson(message) ?? ''),
  );
}

/** A bank's message, with the members that the interface defines. @see I-errors */
export interface BankMessage {
  readonly category?: unknown;
  readonly code?: unknown;
  readonly path?: unknown;
  readonly text?: unknown;
}

/** Formats a message as `CODE: text`, with psd2's explanation for a code without text. Omits missing members. */
export function formatMessage({ code, text }: BankMessage, name = textOfJson(code) ?? ''): string {
  const words =
    textOfJson(text) ?? explainBankCode(textOfJson(code) ?? '')?.means ?? 'the bank gave no explanation';
  return name === '' ? words : `${name}: ${words}`;
}

/** Formats a message as `CODE at path: text`; the path shows what to change. */
function formatMessageWithPath(message: BankMessage): string {
  const place = textOfJson(message.path);
  if (place === undefined) return formatMessage(message);
  return formatMessage(message, `${textOfJson(message.code) ?? ''} at ${place}`.trim());
}
