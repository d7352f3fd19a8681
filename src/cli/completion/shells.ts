import { bashScript } from './bash.ts';
import type { Completions } from './completions.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import { zshScript } from './zsh.ts';

interface Shell {
  readonly script: (completions: Completions, bin: string) => string;
  /** What to put where, so that each new shell has it. */
  readonly setUp: string;
}

/** The shells that completion is written for. */
export const SHELLS: Readonly<Record<string, Shell>> = {
  bash: { script: bashScript, setUp: 'Add to ~/.bashrc: eval "$(psd2 autocomplete bash)"' },
  zsh: { script: zshScript, setUp: 'Add to ~/.zshrc, below compinit: eval "$(psd2 autocomplete zsh)"' },
  fish: { script: fishScript, setUp: 'Add to ~/.config/fish/config.fish: psd2 autocomplete fish | source' },
  powershell: {
    script: powershellScript,
    setUp: 'Add to $PROFILE: psd2 autocomplete powershell | Out-String | Invoke-Expression',
  },
};
