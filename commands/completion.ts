// Shells run this at each start: cli/command.ts would load the chunk of the views too.
import { defineCommand } from '../src/cli/base-command.ts';
import { SHELLS } from '../src/cli/completion.ts';
import { Args } from '../src/cli/flags.ts';

export default defineCommand(
  {
    summary: 'Print the completion script of a shell.',
    description:
      'Completes commands, flags and their values, ids of payments and baskets, accounts, customers, profiles, snapshots ' +
      'and codes. The script asks the installed version at each completion, so that it can be saved. It never asks a bank.',
    examples: {
      'In ~/.bashrc': 'eval "$(<%= config.bin %> completion bash)"',
      'A folder of fpath in zsh': 'completion zsh > ~/.zfunc/_psd2',
      'The folder of fish': 'completion fish > ~/.config/fish/completions/psd2.fish',
      'In $PROFILE of PowerShell': 'completion powershell | Out-String | Invoke-Expression',
    },
    args: {
      shell: Args.string({ description: 'The shell.', required: true, options: Object.keys(SHELLS) }),
    },
    /** The name that oclif's programs have. */
    aliases: ['autocomplete'],
    presentation: { text: ({ script }: { readonly script: string }) => script.trimEnd() },
  },
  async (command, { args }) => {
    const shell = SHELLS[args.shell];
    if (shell === undefined) throw new Error(`no script for ${args.shell}`);
    // A shell that evaluates the piped script needs no instructions.
    if (process.stdout.isTTY === true) command.addNextStep(shell.setUp);
    return { shell: args.shell, script: shell.script(command.config.bin) };
  },
);
