/** Fields, lists to tick, buttons, and what was wrong, in each of their states. */
export const CONTROLS = `label,
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

input:hover {
  border-color: var(--act);
}

input[aria-invalid] {
  border-color: var(--alert);
}

.alert {
  padding: 0.75rem 1rem;
  border-left: 4px solid var(--alert);
  border-radius: 0 0.375rem 0.375rem 0;
  background: var(--alert-ground);
  color: var(--alert);
  font-weight: 700;
}

label + .hint + .alert {
  margin-bottom: 0.625rem;
}

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

fieldset label:hover {
  background: var(--tint);
}

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
button.choice {
  border-color: var(--edge);
}

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

.choice + .second {
  margin-top: 0.75rem;
}

button.second:hover,
button.choice:hover {
  border-color: var(--act);
  background: var(--tint);
}

button.second:active,
button.choice:active {
  background: var(--tint-down);
}

:disabled {
  opacity: 0.5;
  cursor: not-allowed;
}

a {
  color: var(--act);
}

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
  fieldset label {
    transition: background-color 120ms, border-color 120ms;
  }
}

@media (max-width: 30rem) {
  .buttons {
    flex-direction: column;
  }

  button,
  .button {
    width: 100%;
  }
}
`;
