import { addFault, clearFault, clearFaults, listFaults } from '../../client/operator.ts';
import { Fault } from '../../errors.ts';
import { nearest } from '../../nearest.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import { reachOf } from '../../wire/fault-reach.ts';
import {
  type FaultList,
  type FaultName,
  type FaultSet,
  type FaultsCleared,
  type FaultToAdd,
  faultNames,
} from '../../wire/faults.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { OPERATOR } from '../only-sandbox.ts';
import type { Program } from '../program.ts';

export type ShownFault = FaultSet & Meta;
export type ListedFaults = FaultList & Meta;
export type ClearedFaults = FaultsCleared & Meta;

export interface FaultInput {
  readonly fault: string;
  readonly operation: string | undefined;
  readonly call: number | undefined;
  readonly status: number | undefined;
  readonly milliseconds: number | undefined;
}

/** What is wrong with it is said before anything is opened. @see C-fault */
export async function setFault(program: Program, input: FaultInput, given: GivenFlags): Promise<ShownFault> {
  const asked = await faultAsked(input);
  return atBank(
    program,
    given,
    async ({ session, withMeta }) => withMeta(await session.operate(addFault, asked)),
    OPERATOR,
  );
}

export function showFaults(program: Program, given: GivenFlags): Promise<ListedFaults> {
  return atBank(
    program,
    given,
    async ({ session, withMeta }) => withMeta(await session.operate(listFaults, undefined)),
    OPERATOR,
  );
}

/** @param number of the fault; absent: all */
export async function clearSet(
  program: Program,
  number: string | undefined,
  given: GivenFlags,
): Promise<ClearedFaults> {
  const faultId = number === undefined ? undefined : numberOf(number);
  return atBank(
    program,
    given,
    async ({ session, withMeta }) =>
      withMeta(
        faultId === undefined
          ? await session.operate(clearFaults, undefined)
          : await session.operate(clearFault, { faultId }),
      ),
    OPERATOR,
  );
}

function numberOf(given: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(given)) return Number(given);
  throw new Fault('INPUT_INVALID', `${JSON.stringify(given)} isn't the number of a fault.`, {
    hint: 'See which are set:\npsd2 sandbox fault list',
  });
}

async function faultAsked(input: FaultInput): Promise<FaultToAdd> {
  const fault = nameMeant(input.fault);
  if (fault === undefined) throw unknownFault(input.fault);
  if (fault === 'latency' && input.milliseconds === undefined) {
    throw new Fault('INPUT_MISSING', 'Missing: --milliseconds.', {
      hint: 'Say how late answers are: --milliseconds 2000',
      missing: ['--milliseconds'],
    });
  }
  const operation = input.operation && operationMeant(fault, input.operation);
  const asked: FaultToAdd = { ...input, fault, operation };
  const [{ parseBody }, { faultToAdd }] = await Promise.all([
    import('../../wire/parse.ts'),
    import('../../wire/fault-to-add.ts'),
  ]);
  const parsed = parseBody(faultToAdd, asked);
  if (parsed.ok) return asked;
  const [first] = parsed.faults;
  throw new Fault('INPUT_INVALID', `--${first?.text}.`);
}

/** A name in any case. */
function nameMeant(given: string): FaultName | undefined {
  return faultNames.find((name) => name.toLowerCase() === given.toLowerCase());
}

function unknownFault(given: string): Fault {
  return new Fault('INPUT_INVALID', `${JSON.stringify(given)} isn't a fault.`, {
    hint: hintOfNames(given, faultNames),
  });
}

function hintOfNames(given: string, names: readonly string[]): string {
  const likely = nearest(given, names);
  return likely === undefined ? `Use one of: ${names.join(', ')}.` : `Did you mean ${likely}?`;
}

/** Its name, whose blanks may be hyphens. */
function operationMeant(fault: FaultName, given: string): string {
  const reach = reachOf(fault);
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s-]+/g, '-');
  const found = reach.find((name) => plain(name) === plain(given));
  if (found !== undefined) return found;
  throw new Fault('INPUT_INVALID', `${fault} can't strike ${JSON.stringify(given)}.`, {
    hint: hintOfNames(given, reach),
  });
}
