/** What all pages have: the bank and who asks, above; the sheet with its steps and heading; the foot. */
export const FRAME = `* {
  box-sizing: border-box;
}

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

.bar p {
  margin: 0;
}

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

.mark .field {
  fill: var(--act);
}

.mark .peak {
  fill: var(--peak);
}

.mark .water {
  fill: var(--water);
}

.asker {
  color: var(--soft);
  font-size: 0.9375rem;
}

.asker strong {
  color: var(--ink);
}

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

p {
  margin: 0 0 1rem;
}

p:last-child {
  margin-bottom: 0;
}

bdi,
dd,
strong {
  overflow-wrap: anywhere;
}

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
.steps [aria-current] {
  border-color: var(--act);
}

.steps [aria-current] {
  color: var(--ink);
  font-weight: 700;
}

@media (forced-colors: active) {
  .steps li:not(.done, [aria-current]) {
    border-top-style: dotted;
  }
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
