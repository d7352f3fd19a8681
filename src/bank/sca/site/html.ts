/** A value in a template: text, which is escaped, or HTML from another template. Undefined renders as empty. */
type HtmlValue = string | number | Html | readonly Html[] | undefined;

/** HTML in which all text values are escaped. Only `renderHtml` creates it, so a plain string is never HTML. */
export class Html {
  readonly text: string;

  constructor(strings: TemplateStringsArray, held: readonly HtmlValue[]) {
    this.text = strings.reduce((text, string, place) => text + formatHeld(held[place - 1]) + string);
  }
}

/**
 * Renders an HTML template. Values are safe between tags and in attributes with double quotes only.
 * @see A-html-escaped
 */
export function renderHtml(strings: TemplateStringsArray, ...held: readonly HtmlValue[]): Html {
  return new Html(strings, held);
}

function formatHeld(held: HtmlValue): string {
  if (held === undefined) return '';
  if (held instanceof Html) return held.text;
  if (typeof held === 'string' || typeof held === 'number') return escapeHtml(String(held));
  return held.map(({ text }) => text).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
