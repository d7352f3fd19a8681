import type { Session } from '../client/session.ts';
import { Fault } from '../errors.ts';
import { durationInWords } from '../values/duration.ts';
import { readMessages } from '../wire/errors.ts';
import { operationNamed } from '../wire/operations.ts';

/** A session whose faults say to a person at a terminal what to do; those of the client speak of the interface alone. */
export function explained(session: Session): Session {
  const explaining = (operation: string, input: unknown) => explainingAt(session, operation, input);
  // What else writes keeps nothing that could be sent again.
  const calling = <T>(operation: string, call: Promise<T>) => call.catch(resumingAt(operation));
  return {
    ...session,
    call: (operation, input, ...more) =>
      calling(operation.operation, session.call(operation, input, ...more)).catch(
        explaining(operation.operation, input),
      ),
    repeat: (write) => calling(write.operation, session.repeat(write)),
    lookUp: (operation, input, ...more) =>
      session.lookUp(operation, input, ...more).catch(explaining(operation.operation, input)),
    ensure: (operation, input) =>
      session.ensure(operation, input).catch(explaining(operation.operation, input)),
    operate: (operation, input) =>
      session.operate(operation, input).catch(explaining(operation.operation, input)),
  };
}

function explainingAt(
  { hasOperator }: Pick<Session, 'hasOperator'>,
  operation: string,
  input: unknown,
): (fault: unknown) => Promise<never> {
  return async (fault) => {
    if (!(fault instanceof Fault)) throw fault;
    if (fault.details.hint !== undefined) throw fault;
    const hint = await hintOf(fault, operation, input, hasOperator);
    // What the client said of it is in the hint now, and no member of an error that is printed.
    const { forgottenPsuId: _, clockBehindSeconds: __, ...details } = fault.details;
    throw hint === undefined ? fault : new Fault(fault.code, fault.message, { ...details, hint });
  };
}

/** A write of which nobody knows if it was done names what can be done about it. @see S10-outcome-unknown */
function resumingAt(operation: string): (fault: unknown) => Promise<never> {
  return async (fault) => {
    if (!(fault instanceof Fault) || !isUnknown(fault, operation)) throw fault;
    const { code, message, details } = fault;
    const text = isRead(fault) ? `${message} The bank may have done it. The outcome is unknown.` : message;
    throw new Fault(code, text, { ...details, hint: resumeHint(fault, operation) });
  };
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

function resumeHint(fault: Fault, operation: string): string {
  const { requestId, hint = isElsewhere(fault) ? OTHER_BANK : '' } = fault.details;
  // What ends with a command has its own lines.
  const end = hint.endsWith('.') ? ' ' : '\n';
  const before = hint === '' ? '' : hint + end;
  const again = `${againInWords(operation)}:\npsd2 payments resume ${requestId}`;
  return `${before}${again}\nSee pending requests:\npsd2 payments pending`;
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

async function hintOf(
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
