/**
 * Whether the shell would make other words of a word because of octets that are not quoted: file names
 * (`* ? […]`), braces (`{a,b}`, `{1..3}`), a home folder (`~`). Quoted octets are NUL here.
 * @see Bash Reference Manual 3.5.1, 3.5.2, 3.5.8
 * @see C-verify-curl-expansions
 */
export function isPattern(bare: string): boolean {
  return isFilePattern(bare) || isBracePattern(bare) || isHomeFolder(bare);
}

function isFilePattern(bare: string): boolean {
  const bracket = bare.indexOf('[');
  return /[*?]/.test(bare) || (bracket >= 0 && bare.indexOf(']', bracket + 2) >= 0);
}

/** Directly behind the first equals sign or any colon of what looks like an assignment. */
const HOME_IN_ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=(?:~|.*:~)/s;

function isHomeFolder(bare: string): boolean {
  return bare.startsWith('~') || HOME_IN_ASSIGNMENT.test(bare);
}

const SEQUENCE = /^(?:-?[0-9]+\.\.-?[0-9]+|[A-Za-z]\.\.[A-Za-z])(?:\.\.-?[0-9]+)?$/;
const LONGEST_SEQUENCE = 80;

/**
 * A comma behind an opening brace, and behind it a closing one; a closing brace without either is text, and so is `{}`
 * at the beginning.
 */
function isBracePattern(word: string): boolean {
  if (!word.includes('}')) return false;
  const bare = word.startsWith('{}') ? word.slice(2) : word;
  let level = 0;
  let lastOpen: number | undefined;
  let levelOfComma: number | undefined;
  for (let position = 0; position < bare.length; position += 1) {
    const character = bare[position];
    if (character === '{') {
      lastOpen = position;
      level += 1;
    } else if (character === ',' && lastOpen !== undefined) {
      levelOfComma = level;
    } else if (character === '}') {
      if (level === levelOfComma || isSequence(bare, lastOpen, position)) return true;
      level -= 1;
    }
  }
  return false;
}

function isSequence(bare: string, open: number | undefined, end: number): boolean {
  if (open === undefined || end - open > LONGEST_SEQUENCE) return false;
  return SEQUENCE.test(bare.slice(open + 1, end));
}
