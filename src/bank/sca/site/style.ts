/** The named colours, light and dark; all other rules use only these names. */
export const COLOURS = `:root {
  color-scheme: light dark;
  --ground: #eff3f4;
  --sheet: #ffffff;
  --ink: #10222b;
  --soft: #3c4c56;
  --line: #d5dee2;
  --edge: #6a7f8a;
  --act: #0a5060;
  --act-over: #083e4b;
  --act-down: #052b35;
  --act-ink: #ffffff;
  --tint: #e6f0f2;
  --tint-down: #d3e4e8;
  --alert: #8f1410;
  --alert-ground: #fdeeec;
  --peak: #ffffff;
  --water: #8fc7d3;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0c1418;
    --sheet: #152027;
    --ink: #ecf3f5;
    --soft: #b9c7ce;
    --line: #2d3c44;
    --edge: #8498a2;
    --act: #8bd3e3;
    --act-over: #a9e0ec;
    --act-down: #c7ecf4;
    --act-ink: #05222b;
    --tint: #1d2f37;
    --tint-down: #263d47;
    --alert: #ffb9b3;
    --alert-ground: #3a1614;
    --peak: #05222b;
    --water: #2f7a8a;
  }
}
`;

/** The layout of all pages: header, sheet with steps and heading, footer. */
const FRAME = `* { box-sizing: border-box; }

html {
  scroll-padding-top: 9rem;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

body {
  display: flex;
  flex-direction: column;
  min-height: 100vh;
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 1.0625rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}

header {
  border-bottom: 1px solid var(--line);
  background: var(--sheet);
}

@media (min-height: 40rem) {
  header {
    position: sticky;
    top: 0;
    z-index: 1;
  }
}

.bar,
main,
footer {
  width: min(100% - 2rem, 35rem);
  margin-inline: auto;
}

.bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.25rem 1.5rem;
  padding-block: 0.75rem;
}

.bar p { margin: 0; }

.bank {
  display: flex;
  align-items: center;
  gap: 0.625rem;
  font-size: 1.125rem;
  font-weight: 700;
  letter-spacing: -0.01em;
}

.mark {
  flex: none;
  width: 2rem;
  height: 2rem;
}

.mark .field { fill: var(--act); }

.mark .peak { fill: var(--peak); }

.mark .water { fill: var(--water); }

.asker {
  color: var(--soft);
  font-size: 0.9375rem;
}

.asker strong { color: var(--ink); }

main {
  margin-block: 1.5rem;
  padding: 2rem;
  border: 1px solid var(--line);
  border-radius: 0.875rem;
  background: var(--sheet);
}

footer {
  margin-top: auto;
  padding-bottom: 1.5rem;
  color: var(--soft);
  font-size: 0.9375rem;
  text-align: center;
}

footer p {
  margin: 0;
  text-wrap: balance;
}

h1 {
  margin: 0 0 0.75rem;
  font-size: 1.625rem;
  font-weight: 700;
  line-height: 1.25;
  letter-spacing: -0.015em;
  overflow-wrap: anywhere;
  text-wrap: balance;
}

p { margin: 0 0 1rem; }

p:last-child { margin-bottom: 0; }

bdi,
dd,
strong { overflow-wrap: anywhere; }

.steps {
  display: flex;
  gap: 0.5rem;
  margin: 0 0 1.75rem;
  padding: 0;
  list-style: none;
  color: var(--soft);
  font-size: 0.875rem;
  line-height: 1.25;
}

.steps li {
  flex: 1;
  padding-top: 0.5rem;
  border-top: 4px solid var(--line);
}

.steps .done,
.steps [aria-current] { border-color: var(--act); }

.steps [aria-current] {
  color: var(--ink);
  font-weight: 700;
}

@media (forced-colors: active) {
  .steps li:not(.done, [aria-current]) { border-top-style: dotted; }
}

@media (max-width: 30rem) {
  main {
    width: 100%;
    margin-block: 0 1.25rem;
    padding: 1.25rem 1rem 1.5rem;
    border-width: 0 0 1px;
    border-radius: 0;
  }
}
`;

/** The summary, with amount and payee first. */
const SUMMARY = `dl { margin: 1.25rem 0 0; }

dl + p { margin-top: 1.25rem; }

dl div {
  display: grid;
  grid-template-columns: 9.5rem 1fr;
  gap: 0 1rem;
  padding: 0.6875rem 0;
  border-top: 1px solid var(--line);
}

dt { color: var(--soft); }

dd { margin: 0; }

dd span { display: block; }

.number { font-variant-numeric: tabular-nums; }

dl .amount,
dl .payee {
  display: block;
  border-top: 0;
}

dl .amount { padding: 0; }

dl .payee { padding: 0.5rem 0 1.125rem; }

.amount dd {
  font-size: 2.125rem;
  font-weight: 700;
  line-height: 1.2;
  letter-spacing: -0.02em;
}

.payee bdi {
  font-size: 1.25rem;
  font-weight: 700;
}

ul {
  margin: 0 0 1.25rem;
  padding: 0;
  list-style: none;
}

ul li {
  padding: 0.625rem 0;
  border-bottom: 1px solid var(--line);
}

.payments {
  margin: 0;
  padding: 0;
  list-style: none;
}

.payments li {
  margin-top: 1.25rem;
  padding: 1.25rem 1.25rem 0.5rem;
  border: 1px solid var(--line);
  border-radius: 0.625rem;
}

.payments dl { margin: 0; }

.payments .amount dd { font-size: 1.5rem; }

.payments .payee bdi { font-size: 1.0625rem; }

@media (max-width: 30rem) {
  dl div { grid-template-columns: 1fr; }

  dt { font-size: 0.9375rem; }
}
`;

/** Fields, checkbox lists, buttons and error messages in all their states. */
const CONTROLS = `label,
legend {
  display: block;
  padding: 0;
  font-weight: 700;
}

.hint {
  margin-bottom: 0.625rem;
  color: var(--soft);
}

input {
  width: 100%;
  min-height: 3rem;
  padding: 0.5rem 0.875rem;
  border: 2px solid var(--edge);
  border-radius: 0.5rem;
  background: var(--sheet);
  color: var(--ink);
  font: inherit;
  font-variant-numeric: tabular-nums;
}

input:hover { border-color: var(--act); }

input[aria-invalid] { border-color: var(--alert); }

.alert {
  padding: 0.75rem 1rem;
  border-left: 4px solid var(--alert);
  border-radius: 0 0.375rem 0.375rem 0;
  background: var(--alert-ground);
  color: var(--alert);
  font-weight: 700;
}

label + .hint + .alert { margin-bottom: 0.625rem; }

fieldset {
  min-width: 0;
  margin: 1.25rem 0 0;
  padding: 0;
  border: 0;
}

fieldset label {
  display: flex;
  gap: 0.875rem;
  align-items: center;
  min-height: 3.5rem;
  padding: 0.625rem 0.75rem;
  border-bottom: 1px solid var(--line);
  font-weight: 400;
  cursor: pointer;
}

fieldset label:hover { background: var(--tint); }

fieldset span span,
li span span {
  display: block;
  color: var(--soft);
}

input[type='checkbox'] {
  display: grid;
  flex: none;
  place-items: center;
  width: 1.5rem;
  height: 1.5rem;
  min-height: 0;
  margin: 0;
  padding: 0;
  border-radius: 0.25rem;
  appearance: none;
  cursor: inherit;
}

input:checked {
  border-color: var(--act);
  background: var(--act);
}

input:checked::before {
  width: 0.4375rem;
  height: 0.75rem;
  margin-top: -0.1875rem;
  border: solid var(--act-ink);
  border-width: 0 3px 3px 0;
  content: '';
  transform: rotate(45deg);
}

.buttons {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
  margin-top: 1.75rem;
}

button,
.button {
  display: inline-block;
  min-height: 3rem;
  padding: 0.625rem 1.5rem;
  border: 2px solid var(--act);
  border-radius: 0.5rem;
  background: var(--act);
  color: var(--act-ink);
  font: inherit;
  font-weight: 700;
  text-align: center;
  text-decoration: none;
  overflow-wrap: anywhere;
  cursor: pointer;
}

button:not(.second, .choice) {
  flex: 1 0 auto;
  max-width: 100%;
}

button:hover,
.button:hover {
  border-color: var(--act-over);
  background: var(--act-over);
}

button:active,
.button:active {
  border-color: var(--act-down);
  background: var(--act-down);
}

button.second,
button.choice {
  background: var(--sheet);
  color: var(--act);
}

button.second,
button.choice { border-color: var(--edge); }

button.choice {
  display: flex;
  gap: 1rem;
  align-items: center;
  justify-content: space-between;
  width: 100%;
  text-align: start;
}

button.choice::after {
  flex: none;
  width: 0.5rem;
  height: 0.5rem;
  border: solid var(--act);
  border-width: 2px 2px 0 0;
  content: '';
  transform: rotate(45deg);
}

.choice + .second { margin-top: 0.75rem; }

button.second:hover,
button.choice:hover {
  border-color: var(--act);
  background: var(--tint);
}

button.second:active,
button.choice:active { background: var(--tint-down); }

:disabled {
  opacity: 0.5;
  cursor: not-allowed;
}

a { color: var(--act); }

:focus-visible {
  outline: 3px solid var(--act);
  outline-offset: 3px;
}

@media (forced-colors: active) {
  button:not(.second, .choice),
  .button {
    border-color: ButtonText;
    background: ButtonText;
    color: ButtonFace;
    forced-color-adjust: none;
  }
}

@media (prefers-reduced-motion: no-preference) {
  button,
  .button,
  input,
  fieldset label { transition: background-color 120ms, border-color 120ms; }
}

@media (max-width: 30rem) {
  .buttons { flex-direction: column; }

  button,
  .button { width: 100%; }
}
`;

/**
 * The style sheet of all pages. It loads nothing: it uses system fonts, and images are inline. Backgrounds are opaque,
 * so that the contrast of each text is known: at least 7 to 1 (WCAG AAA).
 * @see ADR 28
 */
export const STYLE = [COLOURS, FRAME, SUMMARY, CONTROLS].join('\n');
