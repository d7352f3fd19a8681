import type { ChaosReport } from '../../chaos/report.ts';
import { Fault } from '../../errors.ts';
import { EXIT } from '../../explain/codes.ts';
import { type GivenFlags, type OpenedSettings, openSettings } from '../../settings/precedence.ts';
import { doAndEnd } from '../end-all.ts';
import type { Program } from '../program.ts';
import { type CommandLine, codeOfSignal, refuseMissing, runCommand } from './command.ts';
import { finishing } from './finishing.ts';
import { planOf, type ServeInput, type ServePlan } from './plan.ts';
import type { EndSignals } from './signals.ts';
import type { Ready, ServeMeans, Serving } from './start.ts';
import { environmentFor } from './surroundings-of-command.ts';

export interface ServeAround {
  readonly signals: EndSignals;
  /** Runs beside the bank, which ends with it. */
  readonly command?: CommandLine;
  /** Told when the bank can be called. */
  readonly onReady: (ready: Ready) => void;
  /** Told at the end what the command met, and what harm it did. @see C-serve-chaos */
  readonly onReport: (report: ChaosReport) => void;
}

/**
 * Serves the profile's bank until a signal comes or the command beside it has ended.
 * @throws Fault USAGE, INPUT_INVALID, PERMISSIONS, FILE_UNREADABLE, STORE_UNUSABLE, STORE_DAMAGED, STORE_BUSY
 * @returns the exit code: of the command, and 6 where it ended well but did harm or never called the bank; else 0, and of a signal but SIGTERM 128
 * and its number
 * @see C-serve-signals, C-serve-command, C-serve-chaos-harm
 */
export async function serve(
  means: ServeMeans & Program,
  input: ServeInput,
  given: GivenFlags,
  around: ServeAround,
): Promise<number> {
  const { signals, command } = around;
  if (input.chaos !== undefined && command === undefined) throw noCommand();
  if (command !== undefined) refuseMissing(command, means.surroundings);
  const plan = planOf(input, means.surroundings.cwd);
  const settings = openSettings(means.surroundings, given);
  refuseElsewhere(settings);
  const { startServing } = await import('./start.ts');
  // Under production policy a command makes its data at the operator's port: nowhere else are there sandbox paths.
  const operator = input.operator || (input.policy === 'production' && command !== undefined);
  const serving = await startServing(means, { ...input, operator }, plan, settings);
  const sayFinishing = finishing(signals, means);
  const end = async () => {
    sayFinishing(serving.running());
    await serving.end();
  };
  return doAndEnd(() => useServed(serving, means, input, plan, around), end, means.onUnexpected);
}

/** What a bank is served for: its seed, the command, or whoever calls it until a signal comes. @returns the exit code */
async function useServed(
  serving: Serving,
  means: ServeMeans & Program,
  { seed }: ServeInput,
  { worlds }: ServePlan,
  { signals, command, onReady, onReport }: ServeAround,
): Promise<number> {
  const isAlone = command === undefined && seed === undefined;
  const env = isAlone
    ? {}
    : await environmentFor(serving, {
        ...means,
        // Without a command nobody signs by it but the seed, which is the operator's.
        ...(command === undefined && { notice: () => {} }),
      });
  // Worlds of TPPs are seeded one by one, as they are founded.
  if (seed !== undefined && worlds === 'shared') {
    const { seedServed } = await import('./seed-served.ts');
    await seedServed(means, seed, env);
  }
  onReady(serving.ready);
  if (command === undefined) {
    const signal = await signals.first;
    return signal === 'SIGTERM' ? 0 : codeOfSignal(signal);
  }
  const code = await runCommand(command, { env, signals });
  const report = await serving.report(code);
  if (report === undefined) return code;
  onReport(report);
  // Where nothing was called, nothing was tested: a CI job that went green by it would say something else.
  const isFaulty = report.harm.length > 0 || report.calls === 0 || report.notLogged > 0;
  return code === 0 && isFaulty ? EXIT.checkFoundFaults : code;
}

function noCommand(): Fault {
  return new Fault('USAGE', 'Missing: a command after --, which --chaos runs against the bank.', {
    hint: 'psd2 serve --chaos SEED -- COMMAND',
  });
}

/** @throws Fault USAGE */
function refuseElsewhere({ profile: { name, bank } }: OpenedSettings): void {
  if (bank === 'embedded') return;
  throw new Fault('USAGE', `Profile ${name} points to a remote bank, which can't be served from here.`, {
    hint: 'Use --profile offline.',
  });
}
