import { html } from './html.ts';

/**
 * The bank's mark, a peak over its fjord. It is drawn in the page, since the pages may load no image; its colours are
 * the style sheet's. The name beside it says what it says.
 */
export const MARK = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
<rect class="field" width="32" height="32" rx="8"/>
<path class="peak" d="M6 19 13.5 8l4 5.5L20 10.5 26 19z"/>
<path class="water" d="M6 21h20l-2.5 3.5h-15z"/>
</svg>`;
