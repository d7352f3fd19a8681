import { builtProgram } from './built-program.ts';

/** An example of a command's help, as somebody would type it. */
export interface Example {
  /** `payments create`. */
  readonly name: string;
  /** Without what stands before the first `psd2`. */
  readonly line: string;
}

/** Every example of every command of the built program, by command. */
export async function commandExamples(): Promise<Example[]> {
  const loaded = Object.entries(builtProgram().commands).map(async ([id, load]) => {
    const { default: command } = await load();
    return (command.examples ?? []).map((example) => ({
      name: id.replaceAll(':', ' '),
      line: typeof example === 'string' ? example : example.command,
    }));
  });
  const examples = (await Promise.all(loaded)).flat();
  return examples.map(({ name, line }) => ({ name, line: line.replaceAll('<%= config.bin %>', 'psd2') }));
}

/** The pieces of a line between pipes, without what a shell does with what psd2 prints. */
export function piecesOf(line: string): string[] {
  return line
    .replace(/^eval "\$\((.*)\)"$/, '$1')
    .replace(/ > \S+$/, '')
    .split(' | ');
}
