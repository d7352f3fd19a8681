// Shells run this at each start: cli/command.ts would load the chunk of the views too.
import { defineCommand } from '../src/cli/base-command.ts';
import { buildCompletions, SHELLS } from '../src/cli/completion.ts';
import { Args } from '../src/cli/flags.ts';
import { describeCommands, describeTopics } from '../src/cli/help/describe-command.ts';

export default defineCommand(
  {
    summary: 'Print the completion script of a shell.',
    description:
      'Completes commands, flags, their values and profile names. If the shell evaluates the script at each start, it ' +
      'always matches the installed version.',
    examples: {
      'In ~/.bashrc': 'eval "$(<%= config.bin %> completion bash)"',
      'In ~/.zshrc, below compinit': 'eval "$(<%= config.bin %> completion zsh)"',
      'In ~/.config/fish/config.fish': 'completion fish | source',
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
    const { config } = command;
    const completions = buildCompletions(describeCommands(config), describeTopics(config));
    // A shell that evaluates the piped script needs no instructions.
    if (process.stdout.isTTY === true) command.addNextStep(shell.setUp);
    return { shell: args.shell, script: shell.script(completions, config.bin) };
  },
);
