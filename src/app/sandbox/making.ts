import type { Called } from '../../client/call.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import {
  type FormInput,
  type Given,
  type Known,
  type SandboxForm,
  sandboxBody,
} from '../../forms/sandbox/form.ts';
import { atBank, type Meta } from '../at-bank.ts';
import type { Program } from '../program.ts';
import type { Questions } from './choices.ts';
import { SANDBOX_DATA } from './data.ts';

/** A body on its way, and what it was made of: of a file there are no flags to change. */
export interface Sent {
  readonly body: Uint8Array;
  readonly isFile: boolean;
  readonly given: Given;
}

/** What the bank has told that a body needs, and where the body goes then. */
interface Looked<Made> {
  /** What was given, by the names that the bank takes in bodies. */
  readonly given: Given;
  readonly known?: Partial<Known>;
  readonly send: (sent: Sent) => Promise<Called<Made>>;
}

/** One way to make sandbox data of flags, answers or a file. @see C-sandbox-data, adr/0027 */
export interface Making<Made> extends Questions {
  readonly form: SandboxForm;
  readonly look: (session: Session, input: FormInput) => Promise<Looked<Made>>;
}

/**
 * What is wrong with what was given is said before anything is opened or made.
 * @throws Fault USAGE, INPUT_MISSING, INPUT_INVALID, FILE_UNREADABLE
 */
export async function make<Made extends object>(
  program: Program,
  { form, look }: Making<Made>,
  input: FormInput,
  profile: string | undefined,
): Promise<Made & Meta> {
  await sandboxBody(form, input);
  return atBank(
    program,
    { profile },
    async ({ session, withMeta }) => {
      const { given, known, send } = await look(session, input);
      const body = await sandboxBody(form, { ...input, given }, known);
      return withMeta(await send({ body, isFile: input.file !== undefined, given: input.given }));
    },
    SANDBOX_DATA,
  );
}

/** What is wrong with answers so far, in words: each is asked until it is right. */
export function faultOf(form: SandboxForm): (given: Given) => Promise<string | undefined> {
  return async (given) => {
    try {
      await sandboxBody(form, { given });
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return fault.code === 'INPUT_INVALID' ? fault.message : undefined;
    }
    return undefined;
  };
}
