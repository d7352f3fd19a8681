/** How the value of one setting is read; undefined is 'not such a value'. */
export interface Reader<T> {
  /** What is expected, as the end of the sentence 'it must be …'. */
  readonly expects: string;
  /** From text: the environment. */
  fromText(text: string): T | undefined;
  /** From a parsed JSON value: the settings files. */
  fromJson(value: unknown): T | undefined;
}

export function choice<const T extends string>(...values: readonly T[]): Reader<T> {
  const fromText = (text: string) => values.find((value) => value === text);
  return {
    expects: `one of ${values.join(', ')}`,
    fromText,
    fromJson: (value) => (typeof value === 'string' ? fromText(value) : undefined),
  };
}

const SWITCH_WORDS: Readonly<Record<string, boolean | undefined>> = {
  true: true,
  1: true,
  false: false,
  0: false,
};

export const onOff: Reader<boolean> = {
  expects: 'true or false',
  fromText: (text) => (Object.hasOwn(SWITCH_WORDS, text) ? SWITCH_WORDS[text] : undefined),
  fromJson: (value) => (typeof value === 'boolean' ? value : undefined),
};

/** Text of one line: it may become a header's value or a path. Its own rules are the wire's. */
export const line: Reader<string> = {
  expects: 'text of one line',
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  fromText: (text) => (/[\u0000-\u001f\u007f]/.test(text) ? undefined : text),
  fromJson: (value) => (typeof value === 'string' ? line.fromText(value) : undefined),
};

const HIGHEST_PORT = 65_535;

export const port: Reader<number> = {
  expects: `a port from 1 to ${HIGHEST_PORT}`,
  fromText: (text) => (/^[0-9]{1,5}$/.test(text) ? port.fromJson(Number(text)) : undefined),
  fromJson: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= HIGHEST_PORT
      ? value
      : undefined,
};

/** A profile's name is also its folder's name. */
export function isProfileName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(text);
}

export const profileName: Reader<string> = {
  expects: "a profile's name: up to 64 of a-z, 0-9, - and _, beginning with a letter or digit",
  fromText: (text) => (isProfileName(text) ? text : undefined),
  fromJson: (value) => (typeof value === 'string' ? profileName.fromText(value) : undefined),
};
