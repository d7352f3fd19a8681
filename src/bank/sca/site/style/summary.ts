/** What is approved: the amount and who gets it before all else. */
export const SUMMARY = `dl {
  margin: 1.25rem 0 0;
}

dl + p {
  margin-top: 1.25rem;
}

dl div {
  display: grid;
  grid-template-columns: 9.5rem 1fr;
  gap: 0 1rem;
  padding: 0.6875rem 0;
  border-top: 1px solid var(--line);
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

dl .amount,
dl .payee {
  display: block;
  border-top: 0;
}

dl .amount {
  padding: 0;
}

dl .payee {
  padding: 0.5rem 0 1.125rem;
}

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

.payments dl {
  margin: 0;
}

.payments .amount dd {
  font-size: 1.5rem;
}

.payments .payee bdi {
  font-size: 1.0625rem;
}

@media (max-width: 30rem) {
  dl div {
    grid-template-columns: 1fr;
  }

  dt {
    font-size: 0.9375rem;
  }
}
`;
