import { Psd2Command } from '../src/cli/base-command.ts';
import { buildCompletions, SHELLS } from '../src/cli/completion.ts';
import { Args } from '../src/cli/flags.ts';
import { describeCommands, describeTopics } from '../src/cli/help/describe-command.ts';
import type { Presentation } from '../src/cli/presentation.ts';

interface Completion {
  readonly shell: string;
  readonly script: string;
}

export default class Autocomplete extends Psd2Command<Completion> {
  static override summary = 'Print the completion script of a shell.';
  static override description =
    'Completes commands, flags, their values and profile names. If the shell evaluates the script at each start, it ' +
    'always matches the installed version.';
  static override examples = Psd2Command.listExamples({
    'In ~/.bashrc': 'eval "$(<%= config.bin %> autocomplete bash)"',
    'In ~/.zshrc, below compinit': 'eval "$(<%= config.bin %> autocomplete zsh)"',
    'In ~/.config/fish/config.fish': 'autocomplete fish | source',
    'In $PROFILE of PowerShell': 'autocomplete powershell | Out-String | Invoke-Expression',
  });
  static override args = {
    shell: Args.string({ description: 'The shell.', required: true, options: Object.keys(SHELLS) }),
  };

  protected override readonly presentation: Presentation<Completion> = {
    text: ({ script }) => script.trimEnd(),
  };

  async run(): Promise<Completion> {
    const { args } = await this.parse(Autocomplete);
    const shell = SHELLS[args.shell];
    if (shell === undefined) throw new Error(`no script for ${args.shell}`);
    const completions = buildCompletions(describeCommands(this.config), describeTopics(this.config));
    // A shell that evaluates the piped script needs no instructions.
    if (process.stdout.isTTY === true) this.afterwards(shell.setUp);
    return { shell: args.shell, script: shell.script(completions, this.config.bin) };
  }
}
