/** Every colour has its name here, light and dark; the rest of the sheet knows names alone. */
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
