import { describe, expect, it } from 'vitest';
import { sanitizeForTerminal } from '../../src/cli/sanitize.ts';
import { sources } from '../support/sources.ts';
import { atTerminal } from '../support/terminal.ts';
import { TERMINAL_LINES, type TerminalLine, wordsOf } from '../support/terminal-lines.ts';
import { type Shown, terminalSessions } from '../support/terminal-session.ts';

/** Every command's file, by its words: `payments create`. */
const COMMANDS = new Map(
  sources((path) => path.startsWith('commands/')).map((file) => [
    file.path.replace(/^commands\/|\.ts$/g, '').replaceAll('/', ' '),
    file,
  ]),
);

const HELP: readonly TerminalLine[] = ['', 'payments', 'sandbox clock', ...COMMANDS.keys()].map((words) => ({
  line: `${words} --help`.trim(),
}));
const LINES: readonly TerminalLine[] = [{ line: '--version', isPlain: true }, ...HELP, ...TERMINAL_LINES];
const session = terminalSessions(LINES);
let inColour: Promise<readonly Shown[]> | undefined;
const ESC = '\u001b';
/** Select graphic rendition: colours and weights. */
const SGR = `${ESC}\\[[\\d;]*m`;

function withoutColour(text: string): string {
  return text.replaceAll(new RegExp(SGR, 'g'), '');
}

describe('what a terminal shows, with and without colour [A-colour-same-text, C-identifier-whole, C-next, C-no-color]', () => {
  it('has colour, and nothing else that acts on the terminal', async () => {
    inColour ??= session();
    const shown = await inColour;
    const exits = shown.map(({ line, exit }) => ({ line, exit }));
    expect(exits).toEqual(LINES.map(({ line, exit = 0 }) => ({ line, exit })));
    const coloured = LINES.filter((_, place) => shown[place]?.text.includes(ESC));
    expect(coloured).toEqual(LINES.filter(({ isPlain, keeps, into }) => !(isPlain || keeps || into)));
    const lines = shown.flatMap(({ text }) => withoutColour(text).split('\n'));
    expect(lines.filter((line) => sanitizeForTerminal(line, Number.POSITIVE_INFINITY) !== line)).toEqual([]);
  });

  it('is the same text with --no-color', async () => {
    inColour ??= session();
    const coloured = await inColour;
    expect(await session({ switches: ['--no-color'] })).toEqual(
      coloured.map((shown) => ({ ...shown, text: withoutColour(shown.text) })),
    );
  });

  it('has on 40 columns every word whole that it has on 80 and no longer line below the first one of a help, and with NO_COLOR no colour', async () => {
    inColour ??= session();
    const [wide, narrow] = [await inColour, await session({ columns: 40, env: { NO_COLOR: '1' } })];
    expect(narrow.filter(({ text }) => text.includes(ESC))).toEqual([]);
    expect(narrow.map(({ exit }) => exit)).toEqual(wide.map(({ exit }) => exit));
    const help = narrow.slice(1, 1 + HELP.length).flatMap(({ line, text }) =>
      text
        .split('\n')
        .slice(1)
        .flatMap((shown) => (shown.length > 40 ? [`${line}: ${shown}`] : [])),
    );
    expect(help).toEqual([]);
    const broken = narrow.slice(-TERMINAL_LINES.length).flatMap(({ line, text }, place) => {
      if (TERMINAL_LINES[place]?.isPicture) return [];
      const there = new Set(text.split(/\s+/));
      const words = withoutColour(wide.at(place - TERMINAL_LINES.length)?.text ?? '').split(/\s+/);
      // A mark below a line is left out where it has no room.
      return words.filter((word) => word !== '^' && !there.has(word)).map((word) => `${line}: ${word}`);
    });
    expect(broken).toEqual([]);
  });

  it('goes on with the next commands, each on a line, where a person is there', async () => {
    inColour ??= session();
    const { text = '' } =
      (await inColour).find(({ line }) => line === 'payments create --domestic --example') ?? {};
    const [, paymentId] = /Payment\S* +(\S+)/.exec(withoutColour(text)) ?? [];
    expect(text.slice(text.indexOf('Next:')).trim().split('\n')).toEqual([
      'Next:',
      `  psd2 sca approve ${paymentId}`,
      '  psd2 sandbox batch run',
      `  psd2 status ${paymentId} --watch`,
    ]);
  });
});

const given = ['--amount', '1.00', '--currency', 'NOK', '--country', 'NO', '--from-bban', '99901067291'];
const creditor = ['--to-bban', '99901271948', '--message', 'Rent'];
const line = ['payments', 'create', '--domestic', '--print-body', ...creditor, ...given];

it.each([
  ['has colour', [], true],
  ['has none with --no-color', ['--no-color'], false],
] as const)('a prompt: %s [A-colour-same-text, C-no-color]', async (_, switches, isColoured) => {
  const { code, all } = await atTerminal([...line, ...switches], [['(--to-name)', 'Ola\r']]);
  expect(code).toBe(0);
  expect(all).toContain('"creditorName": "Ola"');
  expect(new RegExp(SGR).test(all)).toBe(isColoured);
});

it('the lines that are looked at have every command [A-colour-same-text]', () => {
  /** The command of a line is the longest that its words begin with. */
  const used = TERMINAL_LINES.flatMap((line) => {
    const words = wordsOf(line);
    const places = words.map((_, place) => words.length - place);
    return places.map((length) => words.slice(0, length).join(' ')).find((name) => COMMANDS.has(name)) ?? [];
  });
  expect([...COMMANDS.keys()].filter((name) => !used.includes(name))).toEqual([]);
});
