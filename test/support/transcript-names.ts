import { VARYING } from './varying.ts';

const ID = /[A-Za-z0-9]{22}/.source;
const SECRET = /[\w-]{22}/.source;
const UUID = VARYING.uuid.source;

/** What gets a name of its own, by where it stands: specific places first. */
const NAMED: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['payment', new RegExp(`(?<="paymentId": "|^Payment {2,}|payment )${ID}`, 'gm')],
  ['basket', new RegExp(`(?<="basketId": "|^Basket {2,}|[Bb]asket )${ID}`, 'gm')],
  [
    'authorisation',
    new RegExp(
      `(?<="authorisationId": "|^Authorisation {2,}|The SCA |authorisations/|/sca/|^Authorise with {2}psd2 sca approve )${ID}`,
      'gm',
    ),
  ],
  ['secret', new RegExp(`(?<=/sca/${ID}/)${SECRET}`, 'g')],
  ['callback', new RegExp(`(?<=/cb/)${SECRET}`, 'g')],
  ['psu', new RegExp(`(?<="psuId": "|psu-id=|^PSU-ID {2,})${UUID}`, 'gm')],
  ['corporate', new RegExp(`(?<="psuCorporateId": "|psu-corporate-id=|^PSU-Corporate-ID {2,})${UUID}`, 'gm')],
  ['session', new RegExp(`(?<=tpp-session-id=)${UUID}`, 'g')],
  ['request', VARYING.uuid],
  ['certificate', /(?<=TPP-Signature-Certificate(?:: |",\s+"))[A-Za-z0-9+/]{1000,}={0,2}/g],
  ['signature', /(?<=signature=\\?")[A-Za-z0-9+/]{342}==/g],
  ['serial', /(?<=SN=|"serial": "|"hex": "|^Serial {2,}|^)[4-7][0-9A-F]{31}\b/gm],
  ['decimal', /(?<=^Decimal {2,}|"decimal": ")\d{38,39}/gm],
  // The number of the TPP of a home. @see S8-authorisation-number
  ['tpp', /(?<=PSDNO-FSA-|CA |seal )3\d{8}\b/g],
  ['nonce', VARYING.nonce],
  // In a list by day, behind its amount.
  ['transaction', new RegExp(`(?<=^\\d{4}-\\d\\d-\\d\\d .* NOK {2})${ID}$`, 'gm')],
  // What --quiet prints.
  ['id', new RegExp(`^${ID}$`, 'gm')],
];

/** What has no name of its own: nothing refers to it, and whether two are the same is chance. */
const UNNAMED: readonly (readonly [text: string, pattern: RegExp])[] = [
  ['<milliseconds>', VARYING.milliseconds],
  ['<page>', /(?<=&page=)[\w-]+/g],
  ['<version>', /(?<=@psd2-tool\/cli\/|"version": "|^psd2 )\d[^\s"]*/gm],
  // What psd2 serve is given by the system.
  ['<port>', /(?<="\w*[uU]rl":"https?:\/\/127\.0\.0\.1:)\d+/g],
  ['<pid>', /(?<="pid":)\d+/g],
  ['<temporary>', /(?<="\w*[tT]okenFile":")[^"]*(?=\/(?:operator|proxy)-token")/g],
  ['<version>', /(?<=\bNode )\d+\.\d+\.\d+/g],
  ['<platform>', /\w+-\w+ node-v[\d.]+/g],
];

const PLACEHOLDER = /<[a-z]+ \d+>/g;

/**
 * The names that one transcript gives to what differs each time: the second payment that it shows is
 * `<payment 2>`, in every later output and on every later command line.
 */
export class TranscriptNames {
  readonly #names = new Map<string, string>();
  readonly #folders: Readonly<Record<string, string>>;

  /** @param folders paths by what stands for them, such as `<home>` */
  constructor(folders: Readonly<Record<string, string>> = {}) {
    this.#folders = folders;
  }

  /** An output with names in it; what it shows for the first time is named. */
  named(output: string): string {
    for (const [name, pattern] of NAMED) {
      for (const [value] of output.matchAll(pattern)) this.#learn(name, value);
    }
    const withNames = [...this.#names].reduce((text, [value, name]) => text.replaceAll(value, name), output);
    const withFolders = Object.entries(this.#folders).reduce(
      (text, [name, path]) => text.replaceAll(path, name),
      withNames,
    );
    return UNNAMED.reduce((text, [name, pattern]) => text.replaceAll(pattern, name), withFolders);
  }

  /** A text of the transcript with what its names stand for. */
  real(text: string): string {
    const values = new Map([...this.#names].map(([value, name]) => [name, value]));
    return text.replaceAll(PLACEHOLDER, (name) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`nothing before this line is called ${name}`);
      return value;
    });
  }

  #learn(name: string, value: string): void {
    if (this.#names.has(value)) return;
    const count = [...this.#names.values()].filter((known) => known.startsWith(`<${name} `)).length;
    this.#names.set(value, `<${name} ${count + 1}>`);
  }
}
