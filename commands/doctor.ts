import type { Diagnosis } from '../src/app/doctor.ts';
import { inAskedProfile } from '../src/cli/asked-profile.ts';
import { Psd2Command } from '../src/cli/base-command.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { textFlag } from '../src/cli/flags.ts';
import { diagnosis } from '../src/cli/resources/profile.ts';

export default class Doctor extends Psd2Command<Diagnosis> {
  static override summary = 'Check that everything needed to call the bank works.';
  static override description =
    'Checks the certificate, key, clock, callback port, store and connection to the bank by using each of them, and ' +
    "shows the remedy for each failure. Creates nothing. A remote bank gets one signed request, for a payment that doesn't " +
    'exist. Exits 6 if a check fails.';
  static override examples = Psd2Command.listExamples({
    'The profile in use': 'doctor',
    'For a script': 'doctor --profile offline --json',
  });
  static override flags = {
    'callback-port': textFlag('The port on 127.0.0.1 to try. Default: a free port.', 'PORT'),
  };

  protected override readonly presentation = diagnosis;

  /** A remedy may be a command to run. */
  #inProfile(check: Diagnosis['checks'][number]): Diagnosis['checks'][number] {
    if (check.remedy === undefined) return check;
    return { ...check, remedy: inAskedProfile(check.remedy, this.argv, process) };
  }

  async run(): Promise<Diagnosis> {
    const { flags } = await this.parse(Doctor);
    const { diagnose } = await import('../src/app/doctor.ts');
    const found = await diagnose(this.context, {
      profile: flags.profile,
      callbackPort: flags['callback-port'],
    });
    if (found.checks.some(({ ok }) => !ok)) this.endWith(EXIT.checkFoundFaults);
    return { checks: found.checks.map((check) => this.#inProfile(check)) };
  }
}
