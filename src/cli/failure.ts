import { Fault, type FaultCode } from '../errors.ts';
import { isObject } from '../json-object.ts';
import { readMessages, textOfJson } from '../wire/errors.ts';
import { explainBankCode } from '../wire/explanations.ts';
import { faultOfParserError } from './command-line.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import { harmless } from './foreign-text.ts';
import { widthOf, wrapSentences } from './layout.ts';
import type { Look } from './look.ts';

/** What a failed command says with `--json`, under `error`. @see C-failure-json */
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
  /** The payment that was made, or that the SCA is of. @see C-failed-payment */
  readonly paymentId?: string;
}

/** Anything thrown, as what it says to the user. What is not a known fault is a bug of ours. */
export function describeFailure(thrown: unknown): Failure {
  const fault = thrown instanceof Fault ? thrown : (faultOfParserError(thrown) ?? faultOfSystemError(thrown));
  if (fault === undefined) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { code: 'INTERNAL', message, hint: REPORT, exitCode: EXIT.ourFault };
  }
  const { cause, sent, failing, clockBehindSeconds, ...details } = fault.details;
  return {
    code: fault.code,
    message: fault.message,
    exitCode: exitCodeOf(fault.code),
    ...hintOfBankCode(fault),
    ...details,
  };
}

/** What to do about the first thing the bank said; a fault's own hint goes before it. */
function hintOfBankCode({ details }: Fault): { hint?: string } {
  const hint = explainBankCode(codeOf(details.tppMessages?.[0]))?.next;
  return hint === undefined ? {} : { hint };
}

function codeOf(message: unknown): string {
  return readMessages(message)[0]?.code ?? '';
}

const REPORT = 'This is a bug in psd2. Please report it with the command and the lines above.';

/** Files and folders that the system refuses are named; other system errors stay ours. */
function faultOfSystemError(thrown: unknown): Fault | undefined {
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

/** What happened beside the result, for stderr: a fault and what to do, or a bug with its stack. */
export function unexpectedText(thrown: unknown): string {
  if (!(thrown instanceof Fault)) return thrown instanceof Error ? `${thrown.stack}` : `${thrown}`;
  const { message, details } = thrown;
  return [message, ...(details.hint === undefined ? [] : [details.hint])].map(lines).join('\n  ');
}

/**
 * A failure in words for a person: what happened, where, what to do next. It is wrapped at a terminal, where ids, links
 * and commands stay whole.
 * @param scaCommand authorises where nothing listens at the link
 * @see C-error-wrapped, C-error-text
 */
export function failureText(failure: Failure, { paint, width }: Look, scaCommand?: string): string {
  const { code, message, tppMessages = [], requestId, scaRedirect, hint } = failure;
  const [first = '', ...more] = wrapSentences(`${ERROR} ${lines(message)} (${code})`, width, 2);
  const shown = [first.replace(ERROR, paint.red), ...more];
  shown.push((shown.pop() ?? '').replace(`(${code})`, paint.dim));
  for (const said of tppMessages) shown.push(...wrapSentences(`  ${tppMessageLine(said)}`, width, 2));
  if (requestId !== undefined) shown.push(...named('X-Request-ID', requestId, width));
  if (scaCommand !== undefined) shown.push(...named('Authorise with', scaCommand, width));
  else if (scaRedirect !== undefined) shown.push(...named('Authorise at', scaRedirect, width));
  if (hint !== undefined) shown.push(...wrapSentences(`  ${lines(hint)}`, width).map(paint.bold));
  return shown.join('\n');
}

const ERROR = 'Error:';

/** What is copied, below its name where it does not fit beside it. */
function named(name: string, text: string, width: number): string[] {
  const beside = `  ${name}: ${harmless(text)}`;
  return widthOf(beside) <= width ? [beside] : [`  ${name}:`, harmless(text)];
}

/** Our own line breaks stay, everything else that acts on a terminal is made visible. */
function lines(message: string): string {
  return message
    .split('\n')
    .map((line) => harmless(line))
    .join('\n  ');
}

function tppMessageLine(message: unknown): string {
  return harmless(isObject(message) ? messageWithPath(message) : (textOfJson(message) ?? ''));
}

/** A message of the bank, as far as it has what the interface says. @see I-errors */
export interface BankMessage {
  readonly category?: unknown;
  readonly code?: unknown;
  readonly path?: unknown;
  readonly text?: unknown;
}

/** `CODE: text`; a code without text in our words. What the bank left out is left out. */
export function messageText({ code, text }: BankMessage, name = textOfJson(code) ?? ''): string {
  const words =
    textOfJson(text) ?? explainBankCode(textOfJson(code) ?? '')?.means ?? 'the bank gave no explanation';
  return name === '' ? words : `${name}: ${words}`;
}

/** `CODE at path: text`, which says where to change something. */
function messageWithPath(message: BankMessage): string {
  const place = textOfJson(message.path);
  if (place === undefined) return messageText(message);
  return messageText(message, `${textOfJson(message.code) ?? ''} at ${place}`.trim());
}
