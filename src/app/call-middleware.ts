import type { CallMiddleware } from '../client/session.ts';
import { Fault } from '../errors.ts';
import { durationInWords } from '../values/duration.ts';
import { readMessages } from '../wire/errors.ts';
import { operationNamed } from '../wire/operations.ts';
import type { Program } from './program.ts';

/** Says what is waited for while a call lasts, at whatever bank. @see C-progress */
export function showProgress(during: Program['during']): CallMiddleware {
  return ({ operation }, next) => during(`Waiting for the bank: ${operation}`, next);
}

/** Says to a person at a terminal what to do about a fault; those of the client speak of the interface alone. */
export function addHints(hasOperator: boolean): CallMiddleware {
  return async (call, next) => {
    try {
      return await next();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      if (call.isRecorded && isUnknown(fault, call.operation)) throw withResumeHint(fault, call.operation);
      if (fault.details.hint !== undefined || !('input' in call)) throw fault;
      const hint = await findHint(fault, call.operation, call.input, hasOperator);
      // What the client said of it is in the hint now, and no member of an error that is printed.
      const { forgottenPsuId: _, clockBehindSeconds: __, ...details } = fault.details;
      throw hint === undefined ? fault : new Fault(fault.code, fault.message, { ...details, hint });
    }
  };
}

/** A write of which nobody knows if it was done names what can be done about it. @see S10-outcome-unknown */
function withResumeHint(fault: Fault, operation: string): Fault {
  const { code, message, details } = fault;
  const text = isRead(fault) ? `${message} The bank may have done it. The outcome is unknown.` : message;
  const { requestId, hint = isElsewhere(fault) ? OTHER_BANK : '' } = details;
  // What ends with a command has its own lines.
  const before = hint === '' ? '' : hint + (hint.endsWith('.') ? ' ' : '\n');
  const again = `${againInWords(operation)}:\npsd2 payments resume ${requestId}`;
  return new Fault(code, text, {
    ...details,
    hint: `${before}${again}\nSee pending requests:\npsd2 payments pending`,
  });
}

/** Tells whether its answer is missing, is nobody's word, or can't be read; of a failing bank where a repeat tells. @see D13-repeat */
function isUnknown({ code, details }: Fault, operation: string): boolean {
  const { method, answersRepeats } = operationNamed(operation);
  const isUnheard = code === 'NETWORK' || code === 'ANSWER_UNTRUSTED';
  const isLost =
    code === 'ANSWER_INVALID' ||
    (code === 'BANK_FAILED' && answersRepeats) ||
    (isUnheard && details.sent === true);
  return isLost && method !== 'GET' && details.requestId !== undefined;
}

/** Tells whether an answer says that it was done, but not as the interface says it. */
function isRead({ code, details: { status = 0 } }: Fault): boolean {
  return code === 'ANSWER_INVALID' && status >= 200 && status < 300;
}

/** Tells whether what answered isn't the interface. @see S10-foreign-answer */
function isElsewhere(fault: Fault): boolean {
  return fault.code === 'ANSWER_INVALID' && !isRead(fault);
}

const OTHER_BANK = 'Check that the profile points to the right bank:\npsd2 profile show';

/** What comes of sending it a second time. */
function againInWords(operation: string): string {
  const { method, answersRepeats } = operationNamed(operation);
  if (answersRepeats) return 'To find out what happened';
  return method === 'POST'
    ? 'To send it again, though the bank may do it twice'
    : "It's safe to send it again";
}

async function findHint(
  { code, details }: Fault,
  operation: string,
  input: unknown,
  hasOperator: boolean,
): Promise<string | undefined> {
  if (details.forgottenPsuId !== undefined) {
    return 'The stored PSU-ID has been removed. Run the command again.';
  }
  if (details.clockBehindSeconds !== undefined) return clockHint(details.clockBehindSeconds);
  if (code === 'ANSWER_INVALID') {
    return OTHER_BANK;
  }
  const { hintFor } = await import('../explain/hints/hints.ts');
  return hintFor(operation, readMessages(details.tppMessages), input, hasOperator);
}

/** @see S10-clock-told */
export function clockHint(behindSeconds: number): string {
  const side = behindSeconds > 0 ? 'behind' : 'ahead of';
  const off = durationInWords(Math.abs(behindSeconds));
  return `This machine's clock is ${off} ${side} the bank's. Set it and run the command again.`;
}
