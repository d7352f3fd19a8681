import { COLOURS } from './style/colours.ts';
import { CONTROLS } from './style/controls.ts';
import { FRAME } from './style/frame.ts';
import { SUMMARY } from './style/summary.ts';

/**
 * The style sheet of all pages. It names nothing from elsewhere: fonts are the system's, and what is drawn is drawn in
 * the page. Grounds are whole colours, so that the contrast of each word is known: at least 7 to 1 (WCAG, AAA).
 * @see adr/0038
 */
export const STYLE = [COLOURS, FRAME, SUMMARY, CONTROLS].join('\n');
