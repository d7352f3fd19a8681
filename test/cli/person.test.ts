import { describe, expect, it } from 'vitest';
import { isColourWanted, paint } from '../../src/cli/output-style.ts';
import { isInteractive, type TerminalFacts } from '../../src/cli/terminal.ts';

const atTerminal: TerminalFacts = {
  stdinIsTerminal: true,
  stderrIsTerminal: true,
  env: {},
  json: false,
  noInput: false,
};

describe('whether a person is there [C-person]', () => {
  it('is when stdin and stderr are terminals', () => {
    expect(isInteractive(atTerminal)).toBe(true);
  });

  it.each<[string, Partial<TerminalFacts>]>([
    ['stdin is no terminal', { stdinIsTerminal: false }],
    ['stderr is no terminal', { stderrIsTerminal: false }],
    ['--json is given', { json: true }],
    ['--no-input is given', { noInput: true }],
    ['CI is set', { env: { CI: 'true' } }],
    ['CI is set to anything', { env: { CI: 'false' } }],
  ])('is not when %s', (_, change) => {
    expect(isInteractive({ ...atTerminal, ...change })).toBe(false);
  });

  it('takes an empty CI as not set', () => {
    expect(isInteractive({ ...atTerminal, env: { CI: '' } })).toBe(true);
  });
});

describe('colour [C-no-color]', () => {
  it('is for terminals', () => {
    expect(isColourWanted(true, false, { TERM: 'xterm' })).toBe(true);
    expect(isColourWanted(false, false, {})).toBe(false);
  });

  it('gives way to NO_COLOR, --no-color and dumb terminals', () => {
    expect(isColourWanted(true, false, { NO_COLOR: '1' })).toBe(false);
    expect(isColourWanted(true, true, {})).toBe(false);
    expect(isColourWanted(true, false, { TERM: 'dumb' })).toBe(false);
    expect(isColourWanted(true, false, { NO_COLOR: '' })).toBe(true);
  });

  it('paints only when wanted', async () => {
    expect((await paint(true)).red('Error')).toBe('\u001b[31mError\u001b[39m');
    expect((await paint(false)).red('Error')).toBe('Error');
  });

  it('paints the one text, also where more is handed over', async () => {
    for (const coloured of [true, false]) {
      const { bold, dim, red } = await paint(coloured);
      for (const one of [bold, dim, red]) {
        expect(['a', 'b'].map(one)).toEqual(['a', 'b'].map((text) => one(text)));
      }
    }
  });
});
