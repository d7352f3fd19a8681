/** The style sheet of all pages: the system's fonts, light and dark, one column that a phone shows whole. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ground: #f3f5f7;
  --sheet: #ffffff;
  --ink: #16202b;
  --soft: #3f4a55;
  --line: #cfd6dd;
  --act: #0b5394;
  --act-ink: #ffffff;
  --alert: #a3160f;
  --alert-ground: #fdeceb;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11161c;
    --sheet: #1b222b;
    --ink: #e8edf2;
    --soft: #a9b5c1;
    --line: #3b4753;
    --act: #8ec5ff;
    --act-ink: #0b1b2b;
    --alert: #ffb3ad;
    --alert-ground: #3d1715;
  }
}

* {
  box-sizing: border-box;
}

body {
  margin: 0;
  padding: 1rem;
  background: var(--ground);
  color: var(--ink);
  font: 1.0625rem/1.5 system-ui, sans-serif;
}

header,
main,
footer {
  max-width: 34rem;
  margin-inline: auto;
}

header p,
footer p {
  margin: 0;
  color: var(--soft);
  font-size: 0.9375rem;
}

header strong {
  color: var(--ink);
}

main {
  margin-block: 1rem;
  padding: 1.5rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--sheet);
}

h1 {
  margin: 0 0 0.75rem;
  font-size: 1.5rem;
  line-height: 1.25;
}

p {
  margin: 0 0 1rem;
}

p:last-child {
  margin-bottom: 0;
}

bdi,
dd {
  overflow-wrap: anywhere;
}

a {
  color: var(--act);
}

.alert {
  padding: 0.75rem 1rem;
  border-left: 0.3rem solid var(--alert);
  background: var(--alert-ground);
  color: var(--alert);
  font-weight: 600;
}

dl {
  margin: 1.25rem 0;
  border-top: 1px solid var(--line);
}

dl div {
  display: grid;
  grid-template-columns: 9rem 1fr;
  gap: 0 1rem;
  padding: 0.625rem 0;
  border-bottom: 1px solid var(--line);
}

dt {
  color: var(--soft);
}

dd {
  margin: 0;
}

dd span {
  display: block;
}

.number {
  font-variant-numeric: tabular-nums;
}

.amount {
  font-size: 1.375rem;
  font-weight: 700;
}

label {
  display: block;
  font-weight: 600;
}

.hint {
  margin-bottom: 0.5rem;
  color: var(--soft);
}

input {
  width: 100%;
  max-width: 20rem;
  padding: 0.625rem 0.75rem;
  border: 2px solid var(--soft);
  border-radius: 0.375rem;
  background: var(--sheet);
  color: var(--ink);
  font: inherit;
}

input[aria-invalid] {
  border-color: var(--alert);
}

.buttons {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
  margin-top: 1.5rem;
}

button {
  padding: 0.625rem 1.25rem;
  border: 2px solid var(--act);
  border-radius: 0.375rem;
  background: var(--act);
  color: var(--act-ink);
  font: inherit;
  font-weight: 600;
  overflow-wrap: anywhere;
  cursor: pointer;
}

button.second {
  background: transparent;
  color: var(--act);
}

:focus-visible {
  outline: 3px solid var(--act);
  outline-offset: 2px;
}

@media (max-width: 30rem) {
  main {
    padding: 1.125rem;
  }

  dl div {
    grid-template-columns: 1fr;
  }

  button {
    width: 100%;
  }
}
`;
