import { Fault } from '../errors.ts';

/** What a word processor or a web page makes of `--watch`. */
const MISTYPED = /^(?=-?[\u2010-\u2015\u2212])[-\u2010-\u2015\u2212]{1,2}(?=[a-z])/i;

/** What is said of a word that was meant as a flag; a shell script that was pasted has such. @see C-typographic-flag */
export function mistypedFlag(words: readonly string[]): Fault | undefined {
  const word = words.find((one) => MISTYPED.test(one));
  if (word === undefined) return undefined;
  const name = word.replace(MISTYPED, '');
  const code = word.replace(/^-/, '').charCodeAt(0).toString(16);
  return new Fault(
    'USAGE',
    `${JSON.stringify(word)} begins with a typographic dash (U+${code}), so it isn't a flag.`,
    {
      hint: `Type hyphens: ${name.length === 1 ? '-' : '--'}${name}`,
    },
  );
}

/** Where an id or a file is taken, it would be read as one. @throws Fault USAGE */
export function refuseMistyped(values: readonly unknown[]): void {
  const fault = mistypedFlag(values.filter((value) => typeof value === 'string'));
  if (fault !== undefined) throw fault;
}
