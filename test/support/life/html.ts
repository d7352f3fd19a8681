/** What a browser without script finds in a page: its forms and its text. */

export interface Control {
  readonly tag: 'input' | 'button' | 'select' | 'textarea';
  /** Lower case; `text` for an input that says nothing, `submit` for such a button. */
  readonly type: string;
  readonly name: string | undefined;
  readonly value: string;
  readonly checked: boolean;
  /** What the button or the option says. */
  readonly text: string;
}

export interface Form {
  /** GET or POST. */
  readonly method: string;
  /** Empty when the form has none: the page's own address. */
  readonly action: string;
  readonly controls: readonly Control[];
}

interface Tag {
  readonly name: string;
  readonly closes: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text from this tag to the next. */
  readonly after: string;
}

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>([^<]*)/gi;
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Undoes character references. */
export function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return ENTITIES[String(name).toLowerCase()] ?? whole;
  });
}

export function tagsOf(html: string): Tag[] {
  return [...html.matchAll(TAG)].map(([, slash = '', name = '', rest = '', after = '']) => ({
    name: name.toLowerCase(),
    closes: slash === '/',
    attributes: attributesOf(rest),
    after,
  }));
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
    name.toLowerCase(),
    decoded(double ?? single ?? bare ?? ''),
  ]);
  return Object.fromEntries(found);
}

/** The forms of a page, in their order, with all their controls. */
export function formsOf(html: string): Form[] {
  const forms: { method: string; action: string; controls: Control[] }[] = [];
  let open: Control[] | undefined;
  const tags = tagsOf(html);
  for (const [place, tag] of tags.entries()) {
    if (tag.name === 'form') {
      open = tag.closes ? undefined : [];
      const { method = 'get', action = '' } = tag.attributes;
      if (open) forms.push({ method: method.toUpperCase(), action, controls: open });
    }
    const control = tag.closes ? undefined : controlOf(tags, place);
    if (control) open?.push(control);
  }
  return forms;
}

function controlOf(tags: readonly Tag[], place: number): Control | undefined {
  const { name: tag, attributes } = tags[place]!;
  if (tag !== 'input' && tag !== 'button' && tag !== 'select' && tag !== 'textarea') return undefined;
  const type = attributes.type?.toLowerCase() ?? (tag === 'button' ? 'submit' : 'text');
  const text = tag === 'input' ? (attributes.value ?? '') : textUpTo(tags, place, tag);
  const onByDefault = type === 'checkbox' || type === 'radio' ? 'on' : '';
  return {
    tag,
    type: tag === 'select' ? 'select' : type,
    name: attributes.name,
    value: attributes.value ?? (tag === 'select' ? firstOption(tags, place) : onByDefault),
    checked: 'checked' in attributes,
    text,
  };
}

function textUpTo(tags: readonly Tag[], place: number, closing: string): string {
  const end = tags.findIndex((tag, at) => at > place && tag.closes && tag.name === closing);
  const texts = tags.slice(place, end).map(({ after }) => after);
  return folded(decoded(texts.join(' ')));
}

function firstOption(tags: readonly Tag[], place: number): string {
  const options = tags.slice(place).filter(({ name, closes }) => name === 'option' && !closes);
  const chosen = options.find(({ attributes }) => 'selected' in attributes) ?? options[0];
  return chosen?.attributes.value ?? '';
}

/** What a reader sees, on one line. */
export function textOf(html: string): string {
  const body = html.replace(/<(style|title)\b[\s\S]*?<\/\1>/gi, ' ');
  return folded(decoded(body.replace(/<[^>]*>/g, ' ')));
}

function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
