import { whichAccount } from '../../../src/app/sandbox/accounts.ts';
import { read } from '../../../src/app/sandbox/data.ts';
import { ACCOUNTS } from '../../../src/app/sandbox/sorts.ts';
import { type ShownAccount, shownAccount } from '../../../src/cli/resources/sandbox-account.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { accountArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxAccountGet extends SandboxCommand<ShownAccount> {
  static override summary = 'Read an account with its balances.';
  static override description = 'Balances are whole units of the currency, without decimals.';
  static override examples = [
    { description: 'By account number', command: '<%= config.bin %> sandbox account get 99901067291' },
  ];
  static override args = accountArg;

  protected override get presentation() {
    return shownAccount(this.owners);
  }

  async run(): Promise<ShownAccount> {
    const parsed = await this.parse(SandboxAccountGet);
    const how = { profile: parsed.flags.profile, withOwners: this.withOwners };
    return this.asking(whichAccount, parsed, async (given) =>
      this.shown(await read(this.program, ACCOUNTS, given, how)),
    );
  }
}
