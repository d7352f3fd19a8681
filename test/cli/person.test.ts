import { describe, expect, it } from 'vitest';
import { colourWanted, paint } from '../../src/cli/look.ts';
import { type Circumstances, personIsThere } from '../../src/cli/terminal.ts';

const atTerminal: Circumstances = {
  stdinIsTerminal: true,
  stderrIsTerminal: true,
  env: {},
  json: false,
  noInput: false,
};

describe('whether a person is there [C-person]', () => {
  it('is when stdin and stderr are terminals', () => {
    expect(personIsThere(atTerminal)).toBe(true);
  });

  it.each<[string, Partial<Circumstances>]>([
    ['stdin is no terminal', { stdinIsTerminal: false }],
    ['stderr is no terminal', { stderrIsTerminal: false }],
    ['--json is given', { json: true }],
    ['--no-input is given', { noInput: true }],
    ['CI is set', { env: { CI: 'true' } }],
    ['CI is set to anything', { env: { CI: 'false' } }],
  ])('is not when %s', (_, change) => {
    expect(personIsThere({ ...atTerminal, ...change })).toBe(false);
  });

  it('takes an empty CI as not set', () => {
    expect(personIsThere({ ...atTerminal, env: { CI: '' } })).toBe(true);
  });
});

describe('colour [C-no-color]', () => {
  it('is for terminals', () => {
    expect(colourWanted(true, false, { TERM: 'xterm' })).toBe(true);
    expect(colourWanted(false, false, {})).toBe(false);
  });

  it('gives way to NO_COLOR, --no-color and dumb terminals', () => {
    expect(colourWanted(true, false, { NO_COLOR: '1' })).toBe(false);
    expect(colourWanted(true, true, {})).toBe(false);
    expect(colourWanted(true, false, { TERM: 'dumb' })).toBe(false);
    expect(colourWanted(true, false, { NO_COLOR: '' })).toBe(true);
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
