import { EN, type SiteWords } from './en.ts';
import { NB } from './nb.ts';

/** Norwegian of whatever kind is answered in bokmål. */
const LANGUAGES: ReadonlyMap<string, SiteWords> = new Map([
  ['en', EN],
  ['nb', NB],
  ['no', NB],
  ['nn', NB],
]);

/**
 * The words in the language that the browser wants most, of those that there are; English where it wants none of them.
 * @param accepted Accept-Language, RFC 9110 12.5.4
 * @see D6-site-languages
 */
export function wordsFor(accepted: string | undefined): SiteWords {
  const wanted = (accepted ?? '')
    .split(',', MOST_LANGUAGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = /^q=([01](?:\.\d{1,3})?)$/.exec(parameters[0] ?? 'q=1')?.[1] ?? '0';
      return { words: LANGUAGES.get(tag.split('-', 1)[0] ?? ''), weight: Number(weight) };
    })
    .filter(({ words, weight }) => words !== undefined && weight > 0)
    // Sorting keeps the order of what is wanted alike.
    .sort((one, other) => other.weight - one.weight);
  return wanted[0]?.words ?? EN;
}

/** More than a browser sends. */
const MOST_LANGUAGES = 50;
