import { createTable, createTextFlag, defineCommand, type Presentation } from '../src/cli/command.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { withProfileFlag } from '../src/cli/profile-hint.ts';
import type { Check, Diagnosis } from '../src/profiles/doctor.ts';

/** The view of a diagnosis: a line for each check; `--quiet` prints the names of failed checks. */
const diagnosis: Presentation<Diagnosis> = {
  text: createTable<Check, Diagnosis>(
    [
      ['Check', 'name', 'identifier'],
      [
        'Result',
        ({ ok }) => (ok ? 'ok' : 'failed'),
        'identifier',
        { tone: ({ ok }) => (ok ? 'green' : 'red') },
      ],
      ['Found', ({ message }) => message.replaceAll('\n', ' ')],
      ['Remedy', ({ remedy }) => remedy?.replaceAll('\n', ' ')],
    ],
    ({ checks }) => checks,
    'Nothing was checked.',
  ).text,
  quiet: ({ checks }) => checks.filter(({ ok }) => !ok).map(({ name }) => name),
};

export default defineCommand(
  {
    summary: 'Check that everything needed to call the bank works.',
    description:
      'Checks the certificate, key, clock, callback port, store and connection to the bank by using each of them, and ' +
      "shows the remedy for each failure. Creates nothing. A remote bank gets one signed request, for a payment that doesn't " +
      'exist. Exits 6 if a check fails.',
    examples: {
      'The profile in use': 'doctor',
      'For a script': 'doctor --profile offline --json',
    },
    flags: {
      'callback-port': createTextFlag('The port on 127.0.0.1 to try. Default: a free port.', 'PORT'),
    },
    presentation: diagnosis,
  },
  async (command, { flags: { profile, 'callback-port': callbackPort } }) => {
    const { runChecks } = await import('../src/profiles/doctor.ts');
    const { checks } = await runChecks(command.context, { profile, callbackPort });
    if (checks.some(({ ok }) => !ok)) command.endWith(EXIT.checkFoundFaults);
    // A remedy may be a command, which needs the same `--profile`.
    const inProfile = (remedy: string | undefined) =>
      remedy && withProfileFlag(remedy, command.argv, process);
    return { checks: checks.map((check) => ({ ...check, remedy: inProfile(check.remedy) })) };
  },
);
