import { COLOURS } from '../bank/sca/site/style.ts';

/** Colours that the PSU's site doesn't have: a status that is good, and one that waits. */
const STATUS_COLOURS = `:root { --good: #0a4f2a; --good-ground: #e5f5eb; --warn: #633d00; --warn-ground: #fdf1dc; }
@media (prefers-color-scheme: dark) {
  :root { --good: #9fe3b8; --good-ground: #12301f; --warn: #f4cf92; --warn-ground: #352609; }
}
`;

const FRAME = `* { box-sizing: border-box; }
body {
  display: flex;
  flex-direction: column;
  min-height: 100vh;
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 0.9375rem/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
header { position: sticky; top: 0; z-index: 1; border-bottom: 1px solid var(--line); background: var(--sheet); }
.bar { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; padding: 0.5rem 1.25rem 0.25rem; }
.bank {
  display: flex;
  gap: 0.5rem;
  align-items: center;
  margin-inline-end: auto;
  font-size: 1.0625rem;
  font-weight: 700;
}
.bar label { display: flex; gap: 0.5rem; align-items: center; }
.mark { width: 1.75rem; height: 1.75rem; }
.mark .field { fill: var(--act); }
.mark .peak { fill: var(--peak); }
.mark .water { fill: var(--water); }
nav { display: flex; overflow-x: auto; padding-inline: 0.75rem; }
nav a {
  flex: none;
  padding: 0.5rem;
  border-bottom: 3px solid transparent;
  color: var(--soft);
  text-decoration: none;
}
nav a:hover { color: var(--act); }
nav [aria-current] { border-color: var(--act); color: var(--ink); font-weight: 700; }
main { display: grid; flex: 1; gap: 1rem; align-items: start; padding: 1rem 1.25rem; }
main:focus { outline: 0; }
main > * { min-width: 0; }
.sheet { padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--sheet); }
footer {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.5rem;
  padding: 0 1.25rem 1rem;
  color: var(--soft);
  font-size: 0.875rem;
}
footer p { margin: 0; }
footer p:last-child { margin-inline-start: auto; }
footer .live { color: var(--good); }
footer :is(.lost, .ended) { color: var(--alert); font-weight: 700; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 0.5rem; z-index: 2; padding: 0.5rem; background: var(--sheet); }
@media (min-width: 52rem) {
  main.split { grid-template-columns: minmax(22rem, 5fr) minmax(0, 6fr); }
  article { position: sticky; top: 6.125rem; max-height: calc(100vh - 7.125rem); overflow: auto; }
}
@media (max-width: 52rem) {
  header { position: static; }
  main { padding: 0.5rem; }
  .sheet { padding: 0.75rem; }
  .bar { padding-inline: 0.75rem; }
  .list { font-size: 0.875rem; }
  .list :is(th, td) { padding-inline: 0.25rem; }
  nav { flex-wrap: wrap; padding-inline: 0.25rem; }
}
`;

const TEXTS = `h1 { margin: 0 0 0.75rem; font-size: 1.25rem; }
h2 { margin: 0 0 0.5rem; font-size: 1.125rem; overflow-wrap: anywhere; }
h3 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
h4 { margin: 1rem 0 0.25rem; font-size: 0.9375rem; }
p { margin: 0 0 0.75rem; overflow-wrap: anywhere; }
* + h2 { margin-top: 1.25rem; }
.close + h2 { margin-top: 0; padding-inline-end: 6rem; }
.soft { color: var(--soft); }
.strong { font-weight: 600; overflow-wrap: anywhere; }
.block { display: block; font-size: 0.875rem; overflow-wrap: anywhere; }
.large { font-size: 1.75rem; font-weight: 700; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.right { text-align: end; }
.empty { padding: 2rem 0; color: var(--soft); text-align: center; }
code, kbd, pre, .mono { font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace; font-size: 0.8125rem; }
kbd { padding: 0 0.3rem; border: 1px solid var(--line); border-radius: 0.25rem; }
pre {
  margin: 0 0 0.75rem;
  padding: 0.625rem 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.375rem;
  background: var(--ground);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
dl { margin: 0.75rem 0 0; }
dl div { display: grid; grid-template-columns: 11rem 1fr; gap: 0 1rem; padding: 0.3125rem 0; border-top: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { padding: 0.375rem 0.5rem; color: var(--soft); font-size: 0.875rem; font-weight: 600; text-align: start; }
td { padding: 0.4375rem 0.5rem; border-top: 1px solid var(--line); vertical-align: top; }
.long { overflow-wrap: anywhere; }
:is(th, td).right { text-align: end; }
.list tbody tr:has(.opener) { cursor: pointer; }
.list tbody tr:hover { background: var(--tint); }
.list .open { background: var(--tint); box-shadow: inset 3px 0 var(--act); }
ul, ol { margin: 0 0 0.75rem; padding-inline-start: 1.25rem; }
.checks { padding: 0; list-style: none; }
.checks li { padding: 0.125rem 0; }
.history { padding: 0; list-style: none; }
.history li { padding: 0.375rem 0 0.375rem 0.875rem; border-inline-start: 3px solid var(--line); }
.history li:last-child { border-color: var(--act); }
summary { padding: 0.25rem 0; cursor: pointer; }
.status { display: inline-block; padding: 0 0.4375rem; border-radius: 0.25rem; background: var(--ground); font-size: 0.8125rem; font-weight: 700; white-space: nowrap; }
.status.good, .finding.good { background: var(--good-ground); color: var(--good); }
.status.warn { background: var(--warn-ground); color: var(--warn); }
.status.alert { background: var(--alert-ground); color: var(--alert); }
.finding { margin: 0 0 0.75rem; padding: 0.625rem 0.875rem; border-inline-start: 4px solid currentcolor; border-radius: 0 0.375rem 0.375rem 0; }
.finding.error { border-color: var(--alert); background: var(--alert-ground); }
p.finding { white-space: pre-line; }
p.finding.error { color: var(--alert); font-weight: 600; }
.finding.warning { border-color: var(--warn); background: var(--warn-ground); }
.finding .soft { color: inherit; }
.finding p:last-child { margin: 0; }
figure { display: grid; margin: 1rem 0; color: var(--soft); font-size: 0.8125rem; }
figure svg { width: 100%; height: 8rem; }
figure .days { display: flex; justify-content: space-between; }
figure .line { fill: none; stroke: var(--act); stroke-width: 2; vector-effect: non-scaling-stroke; }
figure .area { fill: var(--tint); }
figure .zero { stroke: var(--edge); vector-effect: non-scaling-stroke; }
@media (max-width: 52rem) {
  .cards :is(tbody, tr, td) { display: block; }
  .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .cards tr { padding: 0.375rem 0; border-top: 1px solid var(--line); }
  .cards td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); padding: 0.125rem 0; border: 0; text-align: start; }
  .cards td:empty { display: none; }
  .cards td::before { content: attr(data-title); color: var(--soft); font-size: 0.8125rem; }
}
@media (max-width: 30rem) {
  dl div { grid-template-columns: 1fr; }
  dt { font-size: 0.8125rem; }
}
`;

const CONTROLS = `.acts { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-bottom: 0.75rem; }
:is(.bar, td) .acts { margin: 0; }
button, .button {
  min-height: 2.25rem;
  padding: 0.25rem 0.875rem;
  border: 2px solid var(--act);
  border-radius: 0.4375rem;
  background: var(--act);
  color: var(--act-ink);
  font: inherit;
  font-weight: 600;
  line-height: 1.6;
  text-decoration: none;
  cursor: pointer;
}
:is(button, .button):hover { border-color: var(--act-over); background: var(--act-over); }
:is(button, .button):is(.second, .small) { border-color: var(--edge); background: var(--sheet); color: var(--act); }
:is(button, .button):is(.second, .small):hover { border-color: var(--act); background: var(--tint); }
button.small { min-height: 1.75rem; padding: 0 0.5rem; border-width: 1px; font-size: 0.875rem; }
.close { float: inline-end; }
.close + .finding { clear: both; }
label { font-weight: 600; }
input, select, textarea {
  min-height: 2.25rem;
  padding: 0.25rem 0.5rem;
  border: 1px solid var(--edge);
  border-radius: 0.4375rem;
  background: var(--sheet);
  color: var(--ink);
  font: inherit;
}
:is(input, select, textarea):hover { border-color: var(--act); }
.filters { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-bottom: 0.75rem; }
.filters label { display: grid; flex: 1 1 7rem; font-size: 0.8125rem; }
.filters label { max-width: 30rem; }
.filters .wide { flex-grow: 3; }
.filters :is(input, select) { width: 100%; min-width: 0; font-size: 0.9375rem; font-weight: 400; }
dialog {
  width: min(32rem, 100% - 1rem);
  padding: 1.25rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--sheet);
  color: var(--ink);
}
dialog::backdrop { background: rgb(0 0 0 / 50%); }
.field { margin-bottom: 0.75rem; }
.field label { display: grid; }
.field :is(input, select, textarea) { width: 100%; font-weight: 400; }
.field .soft { margin: 0; font-size: 0.875rem; }
a { color: var(--act); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
label:has(:focus-visible).button { outline: 3px solid var(--act); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) {
  button, .button, tr { transition: background-color 120ms; }
}
`;

/** The style sheet of the dashboard: the look of the PSU's site, with less space. Contrast is at least 7 to 1. */
export const STYLE = [COLOURS, STATUS_COLOURS, FRAME, TEXTS, CONTROLS].join('\n');
